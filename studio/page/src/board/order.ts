// Which of some elements have to be moved so that they stand in a new order: as few as can be, since what moves stops its motion.

/** The places of a longest rising row within numbers. */
export function rising(numbers: readonly number[]): Set<number> {
  const ends: number[] = [];
  const before: number[] = [];
  numbers.forEach((number, place) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before[place] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = place;
  });
  const kept = new Set<number>();
  for (let place = ends.at(-1) ?? -1; place >= 0; place = before[place] ?? -1) kept.add(place);
  return kept;
}
