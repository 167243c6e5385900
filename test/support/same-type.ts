// For tests that only the compiler runs.

/** Fails to compile unless both are the same type; `any` and `never` equal only themselves. */
type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
export const same = <One, Other>(_proof: Same<One, Other>): void => undefined;
