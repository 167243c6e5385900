// Component that re-renders only when its properties change. `preact/compat` has one, but adds far more code.
import { Component, type FunctionComponent, h } from 'preact';

type Same<Props> = (before: Props, after: Props) => boolean;

const shallow = (before: object, after: object): boolean => {
  const [old, fresh] = [Object.entries(before), new Map(Object.entries(after))];
  return (
    old.length === fresh.size && old.every(([name, value]) => fresh.has(name) && Object.is(value, fresh.get(name)))
  );
};

/** @param isSame whether nothing visible has changed; default: every property is the same */
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
