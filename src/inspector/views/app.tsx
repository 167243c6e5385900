// The frame of the inspector: seven screens as tabs, and its place in the page.
import type { FunctionComponent, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Inspected } from '../model/inspected.ts';
import { FilesScreen } from '../screens/files/files.tsx';
import { HealthScreen } from '../screens/health/health.tsx';
import { ItemsScreen } from '../screens/items/items.tsx';
import { JournalScreen } from '../screens/journal/journal.tsx';
import { PromptScreen } from '../screens/prompt/prompt.tsx';
import { RecallScreen } from '../screens/recall/recall.tsx';
import { VectorsScreen } from '../screens/vectors/vectors.tsx';
import type { InspectorWords } from '../words/inspector-words.ts';
import { Language } from './language.ts';
import type { ScreenProps } from './screen-props.ts';

const SCREENS: Readonly<Record<keyof InspectorWords['screens'], FunctionComponent<ScreenProps>>> = {
  prompt: PromptScreen,
  items: ItemsScreen,
  recall: RecallScreen,
  files: FilesScreen,
  journal: JournalScreen,
  vectors: VectorsScreen,
  health: HealthScreen,
};
/** Names of the screens, in the order of their tabs. */
export type ScreenName = keyof typeof SCREENS;
const NAMES = Object.keys(SCREENS) as ScreenName[];

export const screenNamed = (name: string | null): ScreenName => NAMES.find((each) => each === name) ?? 'prompt';

/** Place of a docked inspector in the page. */
export type DockPlace = keyof InspectorWords['places'];
const PLACES: readonly DockPlace[] = ['bottom', 'right', 'full'];

export const placeNamed = (name: string | null): DockPlace | undefined => PLACES.find((each) => each === name);

export interface AppProps {
  readonly inspected: Inspected | undefined;
  readonly words: InspectorWords;
  readonly screen: ScreenName;
  /** Place where it is docked; undefined: it is an element of the page. */
  readonly dock: DockPlace | undefined;
  readonly isOpen: boolean;
  readonly label: string | undefined;
  choose(screen: ScreenName): void;
  place(dock: DockPlace): void;
  toggle(): void;
}

export function App(props: AppProps): JSX.Element {
  const { inspected, words, dock, isOpen, label } = props;
  if (dock && !isOpen) return <Nub words={words} open={props.toggle} />;
  const Screen = SCREENS[props.screen];
  return (
    <Language.Provider value={words}>
      <section class="frame" lang={words.locale} aria-label={words.name}>
        <div class="bar">
          <h2>{words.name}</h2>
          <Tabs words={words} screen={props.screen} choose={props.choose} />
          <div class="end">
            {label && <span class="quiet">{label}</span>}
            <span class="quiet">{inspected?.canWrite ? words.writable : words.readOnly}</span>
            {dock && (
              <>
                <label>
                  <span class="unseen">{words.place}</span>
                  <select value={dock} onChange={({ currentTarget }) => props.place(currentTarget.value as DockPlace)}>
                    {PLACES.map((place) => (
                      <option key={place} value={place}>
                        {words.places[place]}
                      </option>
                    ))}
                  </select>
                </label>
                <button type="button" onClick={props.toggle}>
                  {words.hide}
                </button>
              </>
            )}
          </div>
        </div>
        <div class="screen" role="tabpanel" id="screen" aria-labelledby={`tab-${props.screen}`} tabIndex={0}>
          {inspected ? (
            <Screen key={props.screen} inspected={inspected} />
          ) : (
            <p class="stack quiet">{words.noMemory}</p>
          )}
        </div>
      </section>
    </Language.Provider>
  );
}

function Tabs({ words, screen, choose }: Pick<AppProps, 'words' | 'screen' | 'choose'>): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = NAMES.indexOf(screen);
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1 + NAMES.length,
      Home: 0,
      End: NAMES.length - 1,
    };
    const target = targets[event.key];
    const name = target === undefined ? undefined : NAMES[target % NAMES.length];
    if (!name) return;
    event.preventDefault();
    choose(name);
    list.current?.querySelector<HTMLElement>(`#tab-${name}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={words.screensLabel} ref={list} onKeyDown={onKeyDown}>
      {NAMES.map((name) => (
        <button
          type="button"
          key={name}
          id={`tab-${name}`}
          role="tab"
          aria-selected={name === screen}
          aria-controls="screen"
          tabIndex={name === screen ? 0 : -1}
          onClick={() => choose(name)}
        >
          {words.screens[name]}
        </button>
      ))}
    </div>
  );
}

/** Button that opens the inspector. Its picture: a layer above the ground, a kept one below, and an arc for recall. */
function Nub({ words, open }: { readonly words: InspectorWords; readonly open: () => void }): JSX.Element {
  return (
    <button type="button" class="nub" aria-label={words.open} title={words.open} onClick={open}>
      <svg viewBox="0 0 22 22" aria-hidden="true">
        <rect class="fresh" x="2" y="6" width="18" height="5" rx="1" />
        <rect class="cached" x="2" y="13" width="18" height="5" rx="1" />
        <path class="curve cut" d="M5 16 A6 8 0 0 1 17 8" />
      </svg>
    </button>
  );
}
