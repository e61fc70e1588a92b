/** POST /attendanceDay/explain: each stretch of a day with what it is and the rule that made it so. */
import { Object as O } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import { inWords, sentence, type Sentence } from '#platform/declare/sentence.ts'
import { call, Id, refuse, type Context, type RouteMap } from '#platform/server/area.ts'
import { asText } from '#platform/format/text.ts'
import { inServersName } from '#platform/server/database.ts'
import { oneRecord } from '#platform/server/records.ts'
import type { ExplainedDay } from './answers.ts'
import { attendanceDay } from './day-tables.ts'
import type { Segment } from './day/input.ts'
import { dayResult } from './day/result.ts'
import { lengthOf, within } from './day/spans.ts'
import { decidesOf } from './leave/ask.ts'
import { supplement } from './request-tables.ts'
import { inLockedMonths } from './requests.ts'
import { quotaOf } from './supplements.ts'
import { attendanceEnglish } from './refusals-en.ts'
import { knownDays, type KnownDay } from './known.ts'

const minuteMs = 60_000

/** The rule by which a stretch is what it is. */
function why({ label, from, to }: Segment, { input: { rule, statutory }, hasDevice }: KnownDay): Sentence {
  const n = to - from
  const tripled = lengthOf(within(statutory, [{ from, to }]))
  switch (label) {
    case 'worked':
      return tripled > 0 ? sentence`出勤，其中 ${tripled} 分钟在法定节假日，按三倍` : sentence`出勤`
    case 'forgiven':
      return sentence`迟到或早退 ${n} 分钟，在宽限内，不计`
    case 'late':
      return sentence`上班晚 ${n} 分钟，超过宽限 ${rule.lateGrace} 分钟，全部计迟到`
    case 'early':
      return sentence`下班早 ${n} 分钟，超过宽限 ${rule.earlyGrace} 分钟，全部计早退`
    case 'absent':
      return hasDevice
        ? sentence`没有打卡，或晚到早走超过 ${rule.absentAfter} 分钟，计旷工`
        : sentence`没有打卡，或晚到早走超过 ${rule.absentAfter} 分钟，计旷工；工作地点没有考勤机，请用手机打卡或请人事新增考勤机`
    case 'missing':
      return sentence`上下班只打了一次卡，这一半记缺卡，可以申请补卡`
    case 'leave':
      return sentence`请假已批准`
    case 'trip':
      return sentence`出差已批准，按出勤算`
    case 'outing':
      return sentence`外出已批准，按出勤算`
    case 'otHoliday':
      return sentence`法定节假日加班，三倍，不能调休`
    case 'otRest':
      return sentence`休息日加班，两倍`
    case 'otWork':
      return sentence`工作日加班，一点五倍`
    case 'lieu':
      return sentence`休息日加班，换成调休`
  }
}

/** What he may ask for of his own day. */
async function offerOf(context: Context, employeeId: string, day: string): Promise<ExplainedDay['supplement']> {
  if (employeeId !== context.caller.employeeId || context.caller.viewer !== undefined) return null
  return context.write(async (tx, inside) => {
    const server = await inServersName(inside, tx, 'the rule and the head of who asks')
    const { left, refusal } = await quotaOf(server, employeeId, day)
    const isLocked = (await inLockedMonths(server, [{ employeeId, from: day, to: day }])).size > 0
    const said = isLocked ? sentence`这个月的考勤已锁定，请先请人事重开` : (refusal?.message ?? null)
    return {
      left,
      decides: await decidesOf(inside, tx, { r: supplement, employeeId }),
      refusal: said === null ? null : inside.house.registry.inWords(said, inside.language),
    }
  })
}

async function explained(context: Context, id: string): Promise<ExplainedDay> {
  const row = await oneRecord(context, attendanceDay, id)
  const server = await context.house.asSystem(context.caller.orgId, 'what a day that the caller sees follows from')
  const [known] = await knownDays(server, [{ employeeId: asText(row['employeeId']), day: asText(row['day']) }], context.now())
  if (known === undefined) throw refuse.unknown(attendanceDay.title)
  const group = await server.db.selectFrom('attendance_group').select('name').where('id', '=', known.groupId).executeTakeFirst()
  const shift =
    known.shiftId === null
      ? undefined
      : await server.db.selectFrom('attendance_shift').select(['name', 'spans']).where('id', '=', known.shiftId).executeTakeFirst()
  const language = context.language === 'en' ? 'en' : 'zh'
  const instant = (minute: number): string => new Date(minute * minuteMs).toISOString()
  return {
    zone: known.zone,
    group: group?.name ?? '',
    shift: shift === undefined ? null : `${shift.name} ${shift.spans}`,
    supplement: await offerOf(context, asText(row['employeeId']), asText(row['day'])),
    segments: dayResult(known.input).segments.map(one => ({
      from: instant(one.from),
      to: instant(one.to),
      label: one.label,
      sentence: inWords(why(one, known), language, attendanceEnglish),
    })),
  }
}

export const explainRoutes: RouteMap = {
  'POST /attendanceDay/explain': call(
    {
      demand: signedIn,
      summary: '一天考勤的说明',
      input: O({ id: Id('日结果') }, { additionalProperties: false }),
      write: false,
    },
    (context, { input }) => explained(context, input.id),
  ),
}
