/** Before an outing, a trip or overtime is sent: how much it is, who decides, what it clashes with. Nothing is written. */
import { Object as O, Optional, String as Text } from 'typebox'
import type { Resource } from '#platform/declare/resource.ts'
import { signedIn } from '#platform/declare/operations.ts'
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { addDays, daysBetween } from '#platform/format/dates.ts'
import { instantMs } from '#platform/format/instants.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { call, Refusal, type Context, type RouteMap } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import type { RequestPreview } from './answers.ts'
import { overtimeKinds, type OvertimeLine } from './day/input.ts'
import { overtimeOf } from './day/overtime.ts'
import { lengthOf, within } from './day/spans.ts'
import { knownDays, type KnownDay } from './known.ts'
import { askedTimes, decidesOf, lockedOf, whose } from './leave/ask.ts'
import { minuteOf } from './plan.ts'
import { refuseProtectedOvertime } from './protected.ts'
import { compensations, outing, overtimeOrder, trip } from './request-tables.ts'
import { clashOf, overlap, refuseTimes } from './requests.ts'

interface Wanted {
  readonly fromAt: string
  readonly toAt: string
  readonly compensation?: string
}
type Kind = 'outing' | 'trip' | 'overtime'
const tables: Readonly<Record<Kind, Resource>> = { outing, trip, overtime: overtimeOrder }
/** above so many minutes of a day the law wants a reason */
const longMinutes = 180

const countedOf = (days: readonly KnownDay[], line: OvertimeLine): RequestPreview['rates'] => {
  const all = days.map(({ input, whole }) => {
    const [from, to] = [Math.max(line.from, whole.from), Math.min(line.to, whole.to)]
    if (from >= to) return null
    // what is ordered counts at most: punches are of later
    const rule = { ...input.rule, overtimeBy: 'order' } as const
    return overtimeOf({ ...input, rule, overtime: [{ ...line, from, to }] }, null).sums
  })
  return overtimeKinds
    .map(kind => ({ kind, minutes: all.reduce((sum, one) => sum + (one?.[kind] ?? 0), 0) }))
    .filter(one => one.minutes > 0)
}

function noticeOf(kind: Kind, minutes: number): Sentence | null {
  if (kind !== 'overtime') return minutes > 0 ? null : sentence`这段时间没有要上的班，不影响出勤`
  if (minutes === 0) return sentence`这段时间不算加班：在上班或用餐时段内，或者太短`
  return minutes > longMinutes ? sentence`一天加班超过 3 小时，会标为异常` : null
}

async function protectionOf(server: Context, row: Readonly<Record<string, unknown>> & { readonly id: string }): Promise<Sentence | null> {
  try {
    await refuseProtectedOvertime(server, [row])
    return null
  } catch (reason) {
    if (!(reason instanceof Refusal)) throw reason
    return sentence`特殊劳动保护期内，请在“加班”里新增并填写原因`
  }
}

async function preview(context: Context, kind: Kind, { fromAt, toAt, compensation }: Wanted): Promise<RequestPreview> {
  const employeeId = whose(context, undefined)
  refuseTimes({ fromAt, toAt })
  return context.write(async (tx, inside) => {
    const server = await inServersName(inside, tx, 'the shifts and times of the caller himself')
    const words = (said: Sentence | null): string | null => (said === null ? null : inside.house.registry.inWords(said, inside.language))
    const first = addDays(dayInZone(instantMs(fromAt), server.caller.zone), -1)
    const last = dayInZone(instantMs(toAt), server.caller.zone)
    const days = await knownDays(
      server,
      Array.from({ length: daysBetween(first, last) + 1 }, (_, n) => ({ employeeId, day: addDays(first, n) })),
      inside.now(),
    )
    const stretch = { from: minuteOf(fromAt), to: minuteOf(toAt) }
    const isLieu = compensation === String(compensations.lieu[0])
    const rates = kind === 'overtime' ? countedOf(days, { ...stretch, isLieu, isUnpunched: true }) : []
    const working = lengthOf(
      within(
        days.flatMap(one => one.input.spans),
        [stretch],
      ),
    )
    const minutes = kind === 'overtime' ? rates.reduce((sum, one) => sum + one.minutes, 0) : working
    const other = await clashOf(server, { employeeId, fromAt, toAt }, kind)
    return {
      minutes,
      rates,
      decides: await decidesOf(inside, tx, { r: tables[kind], employeeId }),
      clash: words(other === undefined ? null : overlap(inside, other)),
      notice: words(noticeOf(kind, minutes)),
      refusal:
        (await lockedOf(inside, server, { employeeId, fromAt, toAt })) ??
        words(kind === 'overtime' ? await protectionOf(server, { id: '0', employeeId, fromAt, toAt }) : null),
    }
  })
}

const route = (kind: Kind, summary: string) =>
  call(
    {
      demand: signedIn,
      summary,
      input: O(
        {
          ...askedTimes,
          ...(kind === 'overtime' ? { compensation: Optional(Text({ title: '补偿', maxLength: 1 })) } : {}),
        },
        { additionalProperties: false },
      ),
      write: false,
    },
    (context, { input }) => preview(context, kind, input as Wanted),
  )
export const previewRoutes: RouteMap = {
  'POST /outing/preview': route('outing', '外出预览'),
  'POST /trip/preview': route('trip', '出差预览'),
  'POST /overtimeOrder/preview': route('overtime', '加班预览'),
}
