// A component that is drawn anew only when its properties say something new. `preact/compat` has one, with much beside it.
import { Component, type FunctionComponent, h } from 'preact';

type Same<Props> = (before: Props, after: Props) => boolean;

const shallow = (before: object, after: object): boolean => {
  const [old, fresh] = [Object.entries(before), new Map(Object.entries(after))];
  return (
    old.length === fresh.size && old.every(([name, value]) => fresh.has(name) && Object.is(value, fresh.get(name)))
  );
};

/** @param isSame whether nothing that is drawn has changed; default: every property is the same */
export function memo<Props extends object>(draw: FunctionComponent<Props>, isSame: Same<Props> = shallow) {
  return class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      return !isSame(this.props, next);
    }

    override render() {
      return h(draw, this.props);
    }
  };
}
