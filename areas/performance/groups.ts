/** Groups as their figures need them: shops, and what each member has of a month. */
import { sentence } from '#platform/declare/sentence.ts'
import { addDays, daysBetween, firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { add, compare, multiply } from '#platform/format/decimal.ts'
import { refuse, type Context } from '#platform/server/area.ts'

export interface Member {
  readonly employeeId: string
  /** per cent */
  readonly share: string
  readonly validFrom: string
  /** null: until further notice */
  readonly validTo: string | null
}
export interface Group {
  readonly id: string
  readonly name: string
  /** none: of product groups, every shop */
  readonly shopIds: readonly string[]
  /** product groups; none: every product of the shops */
  readonly groupIds: readonly string[]
  readonly members: readonly Member[]
}

const whole = '100'

/** Days of the period on which a member belongs to the group. Pure. */
export function daysOf({ validFrom, validTo }: Member, from: string, to: string): number {
  const [first, last] = [validFrom > from ? validFrom : from, validTo !== null && validTo < to ? validTo : to]
  return first > last ? 0 : daysBetween(first, last) + 1
}

/** What each person has of a month: share x days, added up where he came back. Pure; only those who have something. */
export function weightsOf(members: readonly Member[], month: string): ReadonlyMap<string, string> {
  const weights = new Map<string, string>()
  for (const member of members) {
    const days = daysOf(member, firstOfMonth(month), lastOfMonth(month))
    const weight = multiply(member.share, String(days))
    if (compare(weight, '0') > 0) weights.set(member.employeeId, add(weights.get(member.employeeId) ?? '0', weight))
  }
  return weights
}

/** The first day on which the shares of those who are there do not sum to 100, and their sum; null: there is none. Pure. */
export function unevenDay(members: readonly Member[]): { readonly day: string; readonly sum: string } | null {
  const edges = new Set(members.flatMap(({ validFrom, validTo }) => (validTo === null ? [validFrom] : [validFrom, nextDay(validTo)])))
  for (const day of [...edges].toSorted()) {
    const there = members.filter(one => daysOf(one, day, day) === 1)
    const sum = there.reduce((all, { share }) => add(all, share), '0')
    if (there.length > 0 && compare(sum, whole) !== 0) return { day, sum }
  }
  return null
}

/** A person who stands twice on one day; null: nobody. Pure. */
export function twiceOnADay(members: readonly Member[]): Member | null {
  const sorted = members.toSorted((a, b) => a.validFrom.localeCompare(b.validFrom))
  return (
    sorted.find((one, at) =>
      sorted.slice(0, at).some(other => other.employeeId === one.employeeId && daysOf(other, one.validFrom, one.validFrom) === 1),
    ) ?? null
  )
}

const nextDay = (day: string): string => addDays(day, 1)

export async function groupsOf({ db }: Context, ids?: readonly string[]): Promise<readonly Group[]> {
  const [groups, members] = await Promise.all([
    db
      .selectFrom('performance_group')
      .select(['id', 'name', 'shop_ids', 'group_ids'])
      .$if(ids !== undefined, q => q.where('id', 'in', ['0', ...(ids ?? [])]))
      .orderBy('id')
      .execute(),
    db
      .selectFrom('performance_group_member')
      .select(['group_id', 'employee_id', 'share', 'valid_from', 'valid_to'])
      .$if(ids !== undefined, q => q.where('group_id', 'in', ['0', ...(ids ?? [])]))
      .orderBy('id')
      .execute(),
  ])
  const byGroup = Map.groupBy(members, one => one.group_id)
  return groups.map(({ id, name, shop_ids, group_ids }) => ({
    id,
    name,
    shopIds: shop_ids ?? [],
    groupIds: group_ids ?? [],
    members: (byGroup.get(id) ?? []).map(one => ({
      employeeId: one.employee_id,
      share: one.share,
      validFrom: one.valid_from,
      validTo: one.valid_to,
    })),
  }))
}

/** On each day on which a group has members their shares sum to 100, and nobody stands twice: else no figure is divided. */
export function refuseUneven(groups: readonly Group[]): void {
  for (const { name, members } of groups) {
    const twice = twiceOnADay(members)
    if (twice !== null) throw refuse.rule(sentence`小组“${name}”的同一成员有效期重叠：${twice.validFrom} 起已有一行，请先改日期`)
    const uneven = unevenDay(members)
    if (uneven !== null) throw refuse.rule(sentence`小组“${name}”在 ${uneven.day} 的成员份额合计为 ${uneven.sum}%，请先改为 100%`)
  }
}
