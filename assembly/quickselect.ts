// Hoare's FIND (Algorithm 65, 1961), the selection half of quicksort: an order statistic in O(n) on average. The worst
// case, O(n²), needs values arranged against the pivots, which scores in order of arrival are not. Reorders in place:
// callers pass a copy.

/** Reorders f32 values up to index `last` so that the one at `place` is where sorting would put it, and returns it. */
export function select(values: usize, last: i32, place: i32): f32 {
  let first = 0;
  while (first < last) {
    // The value at `place` is the pivot: the input is never sorted.
    const pivot = at(values, place);
    let low = first;
    let high = last;
    while (low <= high) {
      // Strict: values equal to the pivot stop both scans, which splits them evenly and keeps both scans within the
      // ends.
      while (at(values, low) < pivot) low++;
      while (at(values, high) > pivot) high--;
      if (low > high) break;
      // Both are on the wrong side.
      const value = at(values, low);
      store<f32>(values + (low++ << 2), at(values, high));
      store<f32>(values + (high-- << 2), value);
    }
    // Only the part that contains `place` continues; the values before it are never greater, those after it never less.
    if (high < place) first = low;
    if (place < low) last = high;
  }
  return at(values, place);
}

@inline
function at(values: usize, index: i32): f32 {
  return load<f32>(values + (index << 2));
}
