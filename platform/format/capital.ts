/** 大写: an amount as it is written in full on Chinese papers. Pure. */
import { parseDecimal, toFixedScale } from './decimal.ts'

const digits = '零壹贰叁肆伍陆柒捌玖'
const places = ['', '拾', '佰', '仟'] as const
const groups = ['', '万', '亿', '万亿'] as const
const groupLength = 4

/** Four digits, `0230` -> 贰佰叁拾; zeros between others are one 零, those at the end are none. */
function groupOf(four: string): string {
  const said = [...four].map((one, at) => (one === '0' ? '零' : `${digits[Number(one)]}${places[four.length - 1 - at]}`)).join('')
  return said.replaceAll(/零+/g, '零').replace(/零$/, '')
}

function wholeOf(text: string): string {
  const padded = text.padStart(Math.ceil(text.length / groupLength) * groupLength, '0')
  const fours = padded.match(/\d{4}/g) ?? []
  const said = fours.map((four, at) => {
    const words = groupOf(four)
    return words === '' ? '零' : `${words}${groups[fours.length - 1 - at]}`
  })
  return said
    .join('')
    .replaceAll(/零+/g, '零')
    .replaceAll(/^零|零$/g, '')
}

/** "50191.21" -> 伍万零壹佰玖拾壹元贰角壹分, "300" -> 叁佰元整, "-0.05" -> 负伍分. Up to 16 digits before the point. */
export function capitalAmount(text: string): string {
  const { units } = parseDecimal(toFixedScale(text, 2, 'halfUp'))
  const cents = String(units < 0n ? -units : units).padStart(3, '0')
  const [whole, jiao, fen] = [cents.slice(0, -2), cents.at(-2) ?? '0', cents.at(-1) ?? '0']
  const yuan = wholeOf(whole)
  const tenth = jiao === '0' ? (fen === '0' || yuan === '' ? '' : '零') : `${digits[Number(jiao)]}角`
  const hundredth = fen === '0' ? '' : `${digits[Number(fen)]}分`
  const said = `${yuan === '' ? '' : `${yuan}元`}${tenth}${hundredth}`
  if (said === '') return '零元整'
  return `${units < 0n ? '负' : ''}${said}${fen === '0' ? '整' : ''}`
}
