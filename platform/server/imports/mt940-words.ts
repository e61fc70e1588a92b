/** What MT940 says in words of a line: `:86:` in numbered fields, in words between slashes or as it is, and `:NS:` of some banks. Pure. */

interface Said {
  readonly tag: string
  readonly text: string
}
type Cells = Readonly<Record<string, string>>

/** Cells of a line with what the fields behind it say of it, up to the next field of another kind. */
export function inWords(cells: Cells, behind: readonly Said[]): Cells {
  const end = behind.findIndex(({ tag }) => tag !== '86' && tag !== 'NS')
  const said = behind.slice(0, end < 0 ? behind.length : end)
  const of = (name: string): string =>
    said
      .filter(({ tag }) => tag === name)
      .map(({ text }) => text)
      .join('\n')
  return of('86') !== '' ? inInformation(cells, of('86')) : of('NS') !== '' ? inOwnFields(cells, of('NS')) : cells
}

const words = (all: readonly string[]): string => all.filter(word => word !== '').join(' ')

function inInformation(cells: Cells, text: string): Cells {
  const whole = text.replaceAll('\n', '')
  const numbered = /^\d{3}([^\w\s])(?=\d{2})/.exec(whole)
  const parts = new Map<string, string>()
  if (numbered) {
    const [, mark = '?'] = numbered
    for (const part of whole.slice(3).split(mark).slice(1)) parts.set(part.slice(0, 2), part.slice(2))
  } else for (const [, name = '', value = ''] of whole.matchAll(/\/([A-Z]{4})\/(.*?)(?=\/[A-Z]{4}\/|$)/g)) parts.set(name, value)
  const pick = (...names: readonly string[]): string =>
    names
      .map(name => parts.get(name) ?? '')
      .join('')
      .trim()
  const details = numbered
    ? [pick('00'), pick('20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '60', '61', '62', '63')]
    : parts.size > 0
      ? [pick('REMI'), pick('EREF')]
      : [text.replaceAll('\n', ' ').trim()]
  return {
    ...cells,
    details: words([cells['details'] ?? '', ...details]),
    counterparty: pick(...(numbered ? ['32', '33'] : ['NAME'])) || (cells['counterparty'] ?? ''),
    counterpartyAccount: pick(...(numbered ? ['31'] : ['IBAN'])) || (numbered ? pick('38') : '') || (cells['counterpartyAccount'] ?? ''),
  }
}

/** `:NS:` numbers its lines: name of the other side, its bank and account, and texts. */
function inOwnFields(cells: Cells, text: string): Cells {
  const lines = [...text.matchAll(/^(\d{2})(.*)$/gm)].map(([, number = '', value = '']) => [number, value.trim()] as const)
  const of = (numbers: readonly string[]): string[] => lines.filter(([number]) => numbers.includes(number)).map(([, value]) => value)
  const [name, bankAndAccount] = [
    ['15', '16'],
    ['33', '34'],
  ]
  const rest = lines.filter(([number]) => ![...name, ...bankAndAccount].includes(number)).map(([, value]) => value)
  return {
    ...cells,
    details: words([cells['details'] ?? '', ...rest]),
    counterparty: of(name).join(''),
    counterpartyAccount: of(['34']).join(''),
  }
}
