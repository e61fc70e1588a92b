/** Certificates: days in order, fees, renewal, ends and what is told before; originals that are lent. */
import { headOf, holdersOf, namedBy, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { act, refuse, type Context, type Follower, type RouteMap, type Timed, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { reminder, timed } from '#platform/server/jobs.ts'
import { create, exportOf, family, list, namedId, oneRecord, setDerived, usual, followerOf } from '#platform/server/records.ts'
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
import { keepBadges } from './badges.ts'
import { listingCompliance } from './compliance.ts'
import { tellGaps } from './gaps.ts'
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

export const followCertificates = followerOf(certificate, async (caller, tx, changes) => {
  for (const { after } of changes) {
    const to = textOrNull(after?.validTo)
    if (after !== null && to !== null && to < asText(after.validFrom))
      throw refuse.invalid([{ field: 'validTo', message: sentence`结束日期不能早于开始日期` }])
  }
  const server = await inServersName(caller, tx, 'fees and renewals of certificates')
  const renewing = changes.filter(({ before, after }) => {
    const renewed = textOrNull(after?.renewsId)
    return renewed !== null && renewed !== textOrNull(before?.renewsId)
  })
  await refuseCircles(
    server,
    renewing.map(({ id }) => id),
  )
  const handed = changes.filter(({ before, after }) => after !== null && before !== null && before.ownerId !== after.ownerId)
  if (handed.length > 0)
    await keepFeesOf(
      server,
      handed.map(({ id }) => id),
    )
  await endRenewed(server, changes)
})

/** so many certificates renew each other at most */
const chainMax = 50
/** What each renews, what that renewed, and so on: never itself. A statement for each step back, whatever their number. */
async function refuseCircles({ db }: Context, ids: readonly string[]): Promise<void> {
  let at = ids.map(id => ({ id, now: id }))
  for (let n = 0; at.length > 0 && n < chainMax; n++) {
    const rows = await db
      .selectFrom('certificate')
      .select(['id', 'renews_id'])
      .where('id', 'in', [...new Set(at.map(one => one.now))])
      .where('renews_id', 'is not', null)
      .execute()
    const renewed = new Map(rows.map(row => [asText(row.id), asText(row.renews_id)]))
    at = at.flatMap(({ id, now }) => {
      const next = renewed.get(now)
      return next === undefined ? [] : [{ id, now: next }]
    })
    if (at.some(one => one.id === one.now))
      throw refuse.invalid([{ field: 'renewsId', message: sentence`续自的证照又续自这一份，请重新选择` }])
  }
}

/** One that was granted in place of another ends it, if it holds already; else the night of its first day does (`endCertificates`). */
async function endRenewed(server: Context, changes: Parameters<Follower>[2]): Promise<void> {
  const today = todayOf(server)
  const old = changes.flatMap(({ before, after }) => {
    const renewed = textOrNull(after?.['renewsId'])
    const isGranted = after?.['state'] === states.valid[0] && before?.['state'] === states.asked[0]
    return renewed !== null && isGranted && asText(after?.['validFrom']) <= today ? [renewed] : []
  })
  if (old.length === 0) return
  const open = await server.db
    .selectFrom('certificate')
    .select('id')
    .where('id', 'in', old)
    .where('state', 'in', [states.valid[0], states.renewing[0]])
    .orderBy('id')
    .execute()
  if (open.length === 0) return
  const ids = open.map(({ id }) => ({ id: asText(id) }))
  await takeStepsEach(server, certificate, { ids, pick: { step: 'end' }, input: {}, byProgram: true })
}

async function keepFeesOf(server: Context, certificates: readonly string[]): Promise<void> {
  const rows = await server.db
    .selectFrom('certificate_fee as f')
    .innerJoin('certificate as z', 'z.id', 'f.certificate_id')
    .select(['f.id', 'f.due_on', 'f.paid_on', 'z.owner_id'])
    .where('f.certificate_id', 'in', certificates)
    .execute()
  await setDerived(
    server,
    certificateFee as Resource,
    rows.map(row => ({
      id: asText(row.id),
      open: row.paid_on === null,
      remindOn: row.paid_on === null ? asText(row.due_on) : null,
      ownerId: asText(row.owner_id),
    })),
  )
}
export const followFees = followerOf(certificateFee, async (caller, tx, changes) => {
  const of = [...new Set(changes.flatMap(({ after }) => (after === null ? [] : [asText(after.certificateId)])))]
  if (of.length > 0) await keepFeesOf(await inServersName(caller, tx, 'fees that are open'), of)
})

const loanDays = 30
export const followLoans = followerOf(borrowRequest, async (caller, tx, changes) => {
  for (const { id, before, after } of changes) {
    if (after === null) continue
    const [from, to] = [asText(after.fromOn), asText(after.toOn)]
    if (to < from || to > addDays(from, loanDays))
      throw refuse.invalid([{ field: 'toOn', message: sentence`借阅最长 ${loanDays} 天，从借出当天起` }])
    if ((textOrNull(after.certificateId) === null) === (textOrNull(after.contractId) === null))
      throw refuse.invalid([{ field: 'certificateId', message: sentence`证照和合同请选其中一个` }])
    if (after.state === loanStates.out[0] && before?.state !== loanStates.out[0])
      await refuseOut(await inServersName(caller, tx, 'originals that are lent'), id, after)
  }
})

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
/** On the day after its last one, or on the first day of what was granted in its place. */
export async function endCertificates(inside: Context, tx: Tx): Promise<Sentence | undefined> {
  const today = todayOf(inside)
  const holds = [states.valid[0], states.renewing[0]] as const
  let ended = 0
  for (let after = '0'; ;) {
    const found = await tx
      .selectFrom('certificate')
      .select('id')
      .where('id', '>', after)
      .where('state', 'in', holds)
      .where(eb =>
        eb.or([
          eb('valid_to', '<', today),
          eb.exists(
            eb
              .selectFrom('certificate as next')
              .select('next.id')
              .whereRef('next.renews_id', '=', 'certificate.id')
              .where('next.state', 'in', holds)
              .where('next.valid_from', '<=', today),
          ),
        ]),
      )
      .orderBy('id')
      .limit(portion)
      .execute()
    const ids = found.map(({ id }) => ({ id: asText(id) }))
    if (ids.length > 0)
      ended += (await takeStepsEach(inside, certificate, { ids, pick: { step: 'end' }, input: {}, byProgram: true })).changed
    if (ids.length < portion) return ended === 0 ? undefined : sentence`${ended} 份证照失效`
    after = ids.at(-1)?.id ?? after
  }
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
      to: [namedBy('ownerId'), holdersOf('certificate', operations.edit)],
    }),
  }),
  timed('certificates.badges', ['合规标记', 'Badges of compliance'], {
    at: '00:40',
    work: async inside => {
      await keepBadges(inside)
      return undefined
    },
  }),
  timed('certificates.gaps', ['在售商品缺证照', 'Listings that lack a certificate'], { at: '07:10', work: tellGaps }),
]

/** Who is first renews it; given up, it may be renewed anew. The record is held until the end. */
async function refuseRenewed({ db }: Context, id: string): Promise<void> {
  await db.selectFrom('certificate').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const other = await db
    .selectFrom('certificate')
    .select('no')
    .where('renews_id', '=', id)
    .where('state', '<>', states.dropped[0])
    .executeTakeFirst()
  if (other !== undefined) throw refuse.rule(sentence`这份证照已有续展的新证 ${other.no ?? ''}，请在新证上继续`)
}

/** A certificate in place of one that ends: the same words, from the day after it. */
const renewAs = act(
  certificate,
  {
    name: 'renewAs',
    title: ['续为新证', 'Renew as a new one'],
    over: 'row',
    operation: operations.add,
    when: { state: [states.valid[0], states.renewing[0]] },
    result: 'page',
  },
  (context, { input }) =>
    context.write(async (_tx, inside) => {
      const row = await oneRecord(inside, certificate, namedId(input['id'], certificate.title))
      await refuseRenewed(inside, row.id)
      const to = textOrNull(row['validTo'])
      const same = [
        'name',
        'kindId',
        'number',
        'companyId',
        'holder',
        'countries',
        'productIds',
        'classes',
        'issuer',
        'ownerId',
        'agencyId',
      ]
      const { id } = await create(inside, certificate, {
        ...Object.fromEntries(same.map(name => [name, row[name] ?? null])),
        businessOn: todayOf(inside),
        validFrom: to === null ? todayOf(inside) : addDays(to, 1),
        renewsId: row.id,
      })
      return { page: { list: 'certificate', id } }
    }),
)

export const certificateRoutes: RouteMap = {
  ...family('certificateKind', certificateKind),
  'POST /certificateKind/loadUsual': usual(certificateKind, { title: ['载入常用类别', 'Bring the usual kinds'] }, bringCertificateKinds),
  ...family('certificate', certificate),
  'POST /certificate/issue': step(certificate, 'issue'),
  'POST /certificate/renew': step(certificate, 'renew'),
  'POST /certificate/prolong': step(certificate, 'prolong'),
  'POST /certificate/drop': step(certificate, 'drop'),
  'POST /certificate/renewAs': renewAs,
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
