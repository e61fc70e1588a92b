/** Countries as order files write them: by two letters, or by their English name. Pure. */
const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Names that are written otherwise than ICU writes them. */
const otherwise = {
  'united states of america': 'US',
  usa: 'US',
  uk: 'GB',
  'great britain': 'GB',
  'russian federation': 'RU',
  'korea, south': 'KR',
  'korea, republic of': 'KR',
  'hong kong': 'HK',
  macau: 'MO',
  turkey: 'TR',
  'czech republic': 'CZ',
  'viet nam': 'VN',
  myanmar: 'MM',
  'croatia, republic of': 'HR',
  'slovak republic': 'SK',
  'ireland, republic of': 'IE',
} as const
const codes: ReadonlyMap<string, string> = new Map([
  ...letters
    .flatMap(first => letters.map(second => `${first}${second}`))
    // a region that is gone has the name of the one that took its place
    .filter(code => new Intl.Locale(`und-${code}`).region === code)
    .flatMap((code): [string, string][] => {
      const name = english.of(code)
      return name === undefined ? [] : [[name.toLowerCase(), code]]
    }),
  ...Object.entries(otherwise),
])

/** The two letters; what is known by no name stays as it is written. */
export const countryCodeOf = (written: string): string =>
  codes.get(written.toLowerCase()) ?? (/^[A-Za-z]{2}$/.test(written) ? written.toUpperCase() : written)
