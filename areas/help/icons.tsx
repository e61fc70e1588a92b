/** Icons of the types of articles, by their codes (type-tables.ts). */
export const iconNames: Readonly<Record<number, string>> = {
  1: 'home',
  2: 'bank',
  3: 'shop',
  4: 'tool',
  5: 'team',
  6: 'setting',
  7: 'project',
  8: 'book',
  9: 'shopping',
}
