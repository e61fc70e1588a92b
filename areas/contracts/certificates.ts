/** Certificates: days in order, fees, renewal, ends and what is told before; originals that are lent. */
import { headOf, holdersOf, namedBy, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Follower, type RouteMap, type Timed, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { reminder, timed } from '#platform/server/jobs.ts'
import { create, exportOf, family, list, setDerived, usual } from '#platform/server/records.ts'
import { step, takeStepsEach } from '#platform/server/steps.ts'
import {
  borrowRequest,
  certificate,
  certificateFamilies as families,
  certificateFee,
  certificateKind,
  certificateStates as states,
  complianceRule,
  loanStates,
} from './certificate-tables.ts'
import { listingCompliance } from './compliance.ts'
import { textOrNull } from './refusals.ts'

const usualKinds = [
  ['YYZZ', '营业执照', families.company[0]],
  ['JCK', '进出口资质', families.company[0]],
  ['SB', '商标', families.trademark[0]],
  ['FM', '发明专利', families.patent[0]],
  ['SYXX', '实用新型', families.patent[0]],
  ['WG', '外观设计', families.patent[0]],
  ['BQ', '版权', families.copyright[0]],
  ...['CE', 'FCC', 'UL', 'ETL', 'RoHS', 'REACH', 'UKCA', '3C', 'PSE', 'FDA', 'CPC'].map(name => [name, name, families.product[0]] as const),
  ['EUREP', '欧盟责任人(GPSR)', families.other[0]],
  ['UKREP', '英国责任人', families.other[0]],
  ['LUCID', '德国包装(LUCID)', families.epr[0]],
  ['WEEE-DE', '德国WEEE', families.epr[0]],
  ['BATT', '电池法', families.epr[0]],
  ['EPR-FR', '法国EPR', families.epr[0]],
  ['EPR-ES', '西班牙EPR', families.epr[0]],
] as const

export async function bringCertificateKinds(context: Context): Promise<number> {
  const known = new Set((await context.db.selectFrom('certificate_kind').select('code').execute()).map(one => one.code))
  const fresh = usualKinds.filter(([code]) => !known.has(code))
  for (const [code, name, of] of fresh) await create(context, certificateKind, { code, name, family: of })
  return fresh.length
}

export const followCertificates: Follower = async (_caller, _tx, changes) => {
  for (const { id, after } of changes) {
    if (after === null) continue
    const to = textOrNull(after['validTo'])
    if (to !== null && to < asText(after['validFrom']))
      throw refuse.invalid([{ field: 'validTo', message: sentence`结束日期不能早于开始日期` }])
    if (textOrNull(after['renewsId']) === id) throw refuse.invalid([{ field: 'renewsId', message: sentence`证照不能续自它自己` }])
  }
}

export const followFees: Follower = async (caller, tx, changes) => {
  const rows = changes.flatMap(({ id, after }) => {
    if (after === null) return []
    const open = textOrNull(after['paidOn']) === null
    return [{ id, open, remindOn: open ? textOrNull(after['dueOn']) : null }]
  })
  if (rows.length > 0) await setDerived(await inServersName(caller, tx, 'fees that are open'), certificateFee, rows)
}

const loanDays = 30
export const followLoans: Follower = async (caller, tx, changes) => {
  for (const { id, before, after } of changes) {
    if (after === null) continue
    const [from, to] = [asText(after['fromOn']), asText(after['toOn'])]
    if (to < from || to > addDays(from, loanDays))
      throw refuse.invalid([{ field: 'toOn', message: sentence`借阅最长 ${loanDays} 天，从借出当天起` }])
    if ((textOrNull(after['certificateId']) === null) === (textOrNull(after['contractId']) === null))
      throw refuse.invalid([{ field: 'certificateId', message: sentence`证照和合同请选其中一个` }])
    if (after['state'] === loanStates.out[0] && before?.['state'] !== loanStates.out[0])
      await refuseOut(await inServersName(caller, tx, 'originals that are lent'), id, after)
  }
}

/** There is one original: it is out once. */
async function refuseOut({ db }: Context, id: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const certificateId = textOrNull(row['certificateId'])
  const original = asText(certificateId ?? row['contractId'])
  await db
    .selectFrom(certificateId === null ? 'contract' : 'certificate')
    .select('id')
    .where('id', '=', original)
    .forNoKeyUpdate()
    .execute()
  const other = await db
    .selectFrom('borrow_request')
    .select('no')
    .where(certificateId === null ? 'contract_id' : 'certificate_id', '=', original)
    .where('state', '=', loanStates.out[0])
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other !== undefined) throw refuse.rule(sentence`原件已由 ${other.no ?? ''} 借出，归还后才能再借`)
}

const portion = 500
/** On the day after its last one. */
export async function endCertificates(inside: Context, tx: Tx): Promise<Sentence | undefined> {
  const found = await tx
    .selectFrom('certificate')
    .select('id')
    .where('state', 'in', [states.valid[0], states.renewing[0]])
    .where('valid_to', '<', todayOf(inside))
    .orderBy('id')
    .limit(portion)
    .execute()
  const ids = found.map(({ id }) => ({ id: asText(id) }))
  if (ids.length === 0) return undefined
  const { changed } = await takeStepsEach(inside, certificate, { ids, pick: { step: 'end' }, input: {}, byProgram: true })
  return changed === 0 ? undefined : sentence`${changed} 份证照失效`
}

const at9 = { at: '09:00' } as const
export const certificateTimed: readonly Timed[] = [
  timed('certificates.end', ['证照失效', 'Certificates end'], { at: '00:35', work: endCertificates }),
  reminder('certificates.ends', ['证照到期提醒', 'Reminder of certificates that end'], {
    of: certificate,
    on: 'validTo',
    by: { calendarDays: [-180, -90, -60, -30, -7, 0] },
    while: { field: 'state', is: [states.valid[0], states.renewing[0]] },
    when: at9,
    also: { from: -30, to: [headOf('ownerId')] },
    notice: notice('certificates.ends', ['证照快到期', 'A certificate ends'], {
      title: ['证照 {label} 快到期，请办理续展', 'Certificate {label} ends: renew it'],
      titleOfMany: ['{n} 份证照快到期，请办理续展', '{n} certificates end: renew them'],
      to: [namedBy('ownerId'), holdersOf('certificate', operations.audit)],
    }),
  }),
  reminder('certificates.lent', ['原件归还提醒', 'Reminder of originals that are lent'], {
    of: borrowRequest,
    on: 'toOn',
    by: { days: 0 },
    while: { field: 'state', is: [loanStates.out[0]] },
    notice: notice('certificates.lent', ['原件应归还', 'An original is due'], {
      title: ['借阅 {label} 到了归还日期', 'The loan {label} is due'],
      titleOfMany: ['{n} 份借阅到了归还日期', '{n} loans are due'],
      to: [namedBy('employeeId'), holdersOf('certificate', operations.edit)],
    }),
  }),
  reminder('certificates.fees', ['年费到期提醒', 'Reminder of fees of certificates'], {
    of: certificateFee,
    on: 'remindOn',
    by: { calendarDays: [-30, -7, 0] },
    when: at9,
    notice: notice('certificates.fees', ['证照年费快到期', 'A fee of a certificate comes due'], {
      title: ['{label} 快到应缴日期', 'The fee {label} comes due'],
      titleOfMany: ['{n} 笔证照费用快到应缴日期', '{n} fees of certificates come due'],
      to: [holdersOf('certificate', operations.edit)],
    }),
  }),
]

export const certificateRoutes: RouteMap = {
  ...family('certificateKind', certificateKind),
  'POST /certificateKind/loadUsual': usual(certificateKind, { title: ['载入常用类别', 'Bring the usual kinds'] }, bringCertificateKinds),
  ...family('certificate', certificate),
  'POST /certificate/issue': step(certificate, 'issue'),
  'POST /certificate/renew': step(certificate, 'renew'),
  'POST /certificate/prolong': step(certificate, 'prolong'),
  'POST /certificate/drop': step(certificate, 'drop'),
  'POST /certificateFee/list': list(certificateFee),
  'POST /certificateFee/listExport': exportOf(certificateFee),
  ...family('complianceRule', complianceRule),
  'POST /listingCompliance/list': list(listingCompliance),
  'POST /listingCompliance/listExport': exportOf(listingCompliance),
  ...family('borrowRequest', borrowRequest),
  'POST /borrowRequest/lend': step(borrowRequest, 'lend'),
  'POST /borrowRequest/refuse': step(borrowRequest, 'refuse'),
  'POST /borrowRequest/return': step(borrowRequest, 'return'),
}
