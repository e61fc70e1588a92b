/** Of a person of the demo company: his number, and what his papers are made from. */
import { checkOf } from './identity-number.ts'

/** of a region that does not exist */
const region = '990000'
/** A number with the right check character, of the nth person. */
export function numberOf(birthday: string, n: number): string {
  const first17 = `${region}${birthday.replaceAll('-', '')}${String(100 + n)}`
  return first17 + checkOf(first17)
}

export interface Someone {
  readonly id: string
  readonly n: number
  readonly hiredOn: string
  readonly birthday: string
  readonly deptId: string
  readonly positionId: string | null
}
