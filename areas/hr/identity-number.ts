/** Chinese identity numbers (GB 11643): check character, birthday, sex. Pure. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { isDate } from '#platform/format/dates.ts'

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const checks = '10X98765432'
const shape = /^(\d{17}[\dX]|\d{15})$/

/** The check character of the first 17 digits. */
export const checkOf = (first17: string): string =>
  checks[weights.reduce((sum, weight, at) => sum + weight * Number(first17[at]), 0) % 11] ?? ''

/** As people write it: without spaces, with a capital X. */
export const plainNumber = (given: string): string => given.replaceAll(/\s/g, '').toUpperCase()

export interface Said {
  readonly birthday: string
  /** codes of the file: 1 male, 2 female */
  readonly sex: 1 | 2
}

/** What a number tells, or what is wrong with it; `today` YYYY-MM-DD. */
export function readNumber(given: string, today: string): Said | Wording {
  const number = plainNumber(given)
  if (!shape.test(number)) return sentence`身份证号应为 18 位，或 15 位数字`
  if (number.length === 18 && checkOf(number) !== number[17]) return sentence`证件号校验位不正确，请核对`
  const [day, order] = number.length === 18 ? [number.slice(6, 14), number[16]] : [`19${number.slice(6, 12)}`, number[14]]
  const birthday = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
  if (!isDate(birthday)) return sentence`证件号里的生日 ${birthday} 不存在，请核对`
  if (birthday > today) return sentence`证件号里的生日 ${birthday} 在今天之后，请核对`
  return { birthday, sex: Number(order) % 2 === 1 ? 1 : 2 }
}

export const isSaid = (read: Said | Wording): read is Said => typeof read === 'object' && 'birthday' in read
