/** Month names of Amazon's reports, abbreviated and full, in every language of its headers. Pure. */

/** Twelve months a language; variants of one month joined by a blank. Without accents and points, lower case. */
export const monthNames: Readonly<Record<string, readonly string[]>> = {
  en: [
    'jan january',
    'feb february',
    'mar march',
    'apr april',
    'may',
    'jun june',
    'jul july',
    'aug august',
    'sep sept september',
    'oct october',
    'nov november',
    'dec december',
  ],
  de: [
    'jan januar janner',
    'feb februar',
    'mar marz mrz',
    'apr april',
    'mai',
    'jun juni',
    'jul juli',
    'aug august',
    'sep sept september',
    'okt oktober',
    'nov november',
    'dez dezember',
  ],
  fr: [
    'janv jan janvier',
    'fevr fev fevrier',
    'mars',
    'avr avril',
    'mai',
    'juin',
    'juil juillet',
    'aout',
    'sept sep septembre',
    'oct octobre',
    'nov novembre',
    'dec decembre',
  ],
  es: [
    'ene enero',
    'feb febrero',
    'mar marzo',
    'abr abril',
    'may mayo',
    'jun junio',
    'jul julio',
    'ago agosto',
    'sep sept set septiembre setiembre',
    'oct octubre',
    'nov noviembre',
    'dic diciembre',
  ],
  it: [
    'gen gennaio',
    'feb febbraio',
    'mar marzo',
    'apr aprile',
    'mag maggio',
    'giu giugno',
    'lug luglio',
    'ago agosto',
    'set sett settembre',
    'ott ottobre',
    'nov novembre',
    'dic dicembre',
  ],
  nl: [
    'jan januari',
    'feb februari',
    'mrt maart',
    'apr april',
    'mei',
    'jun juni',
    'jul juli',
    'aug augustus',
    'sep sept september',
    'okt oktober',
    'nov november',
    'dec december',
  ],
  sv: [
    'jan januari',
    'feb febr februari',
    'mar mars',
    'apr april',
    'maj',
    'jun juni',
    'jul juli',
    'aug augusti',
    'sep sept september',
    'okt oktober',
    'nov november',
    'dec december',
  ],
  pl: [
    'sty styczen stycznia',
    'lut luty lutego',
    'mar marzec marca',
    'kwi kwiecien kwietnia',
    'maj maja',
    'cze czerwiec czerwca',
    'lip lipiec lipca',
    'sie sierpien sierpnia',
    'wrz wrzesien wrzesnia',
    'paz pazdziernik pazdziernika',
    'lis listopad listopada',
    'gru grudzien grudnia',
  ],
  pt: [
    'jan janeiro',
    'fev fevereiro',
    'mar marco',
    'abr abril',
    'mai maio',
    'jun junho',
    'jul julho',
    'ago agosto',
    'set setembro',
    'out outubro',
    'nov novembro',
    'dez dezembro',
  ],
  tr: [
    'oca ocak',
    'sub subat',
    'mar mart',
    'nis nisan',
    'may mayis',
    'haz haziran',
    'tem temmuz',
    'agu agustos',
    'eyl eylul',
    'eki ekim',
    'kas kasim',
    'ara aralik',
  ],
}

const numbers: ReadonlyMap<string, number> = new Map(
  Object.values(monthNames).flatMap(months =>
    months.flatMap((variants, month) => variants.split(' ').map(name => [name, month + 1] as const)),
  ),
)

/** 1 to 12, null where no language knows the name. A lost character (U+FFFD, `?`) stands for any one. */
export function monthNumber(name: string): number | null {
  const lower = name.toLowerCase()
  const plain = numbers.has(lower) ? lower : bareName(lower)
  const known = numbers.get(plain)
  if (known !== undefined) return known
  if (!/[\uFFFD?]/.test(plain)) return null
  const pattern = new RegExp(`^${plain.replace(/[\uFFFD?]/g, '.')}$`)
  const months = new Set([...numbers].filter(([candidate]) => pattern.test(candidate)).map(([, month]) => month))
  const [only] = months
  return months.size === 1 && only !== undefined ? only : null
}

function bareName(name: string): string {
  // ı and ł do not decompose
  return name.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i').replaceAll('ł', 'l').replace(/\.$/, '')
}
