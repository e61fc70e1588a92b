/** Letters: asked for by the person, issued, printed from the template of their kind and language. */
import { operations, signedIn } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { filled, holesOf } from '#platform/declare/notice.ts'
import { asText, escaped } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { act, may, refuse, type Blob, type Context, type Hooks, type RouteMap, type Values } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { paperFile } from '#platform/server/files.ts'
import { add, addRecord, family, namedId, oneRecord, setDerived, type Rule, followerOf } from '#platform/server/records.ts'
import { shownResource } from '#platform/server/lists.ts'
import { step } from '#platform/server/steps.ts'
import { contractStates } from './contract-tables.ts'
import { hrLetter, hrLetterTemplate, letterKinds, letterLanguages, letterStates } from './letter-tables.ts'
import { hrRights } from './words.ts'

const holes = 'name no company dept position hiredOn leftOn income purpose addressee letterNo today'.split(' ')
/** Text where the organisation has none of its own, by kind and language. */
const builtIn: Readonly<Record<number, readonly [string, string]>> = {
  [letterKinds.work[0]]: [
    '兹证明 {name}（工号 {no}）自 {hiredOn} 起在{company}{dept}任职，职位为{position}。本证明用于{purpose}。',
    'This is to certify that {name} (no. {no}) has been employed by {company}, {dept}, as {position} since {hiredOn}. Purpose: {purpose}.',
  ],
  [letterKinds.income[0]]: [
    '兹证明 {name}（工号 {no}）自 {hiredOn} 起在{company}任职，职位为{position}，税前月收入为人民币 {income} 元。本证明用于{purpose}。',
    '{name} (no. {no}) works for {company} as {position} since {hiredOn}; monthly income CNY {income} before tax. Purpose: {purpose}.',
  ],
  [letterKinds.leaving[0]]: [
    '兹证明 {name}（工号 {no}）自 {hiredOn} 至 {leftOn} 在{company}{dept}任职，职位为{position}，双方劳动合同已解除或终止。',
    '{name} (no. {no}) was employed by {company}, {dept}, as {position} from {hiredOn} to {leftOn}. The contract has ended.',
  ],
  [letterKinds.intern[0]]: [
    '兹证明 {name}（工号 {no}）自 {hiredOn} 起在{company}{dept}实习。本证明用于{purpose}。',
    '{name} (no. {no}) has been an intern at {company}, {dept}, since {hiredOn}. Purpose: {purpose}.',
  ],
}

const templateRule: Rule = ({ body }) => {
  const stray = typeof body === 'string' ? holesOf(body).find(hole => !holes.includes(hole)) : undefined
  return stray === undefined ? [] : [{ field: 'body', message: sentence`模板里的 {${stray}} 不是证明能填的内容` }]
}

async function printLetter(context: Context, id: string): Promise<Blob> {
  const letter = await oneRecord(context, hrLetter, id)
  if (letter['state'] !== letterStates.issued[0]) throw refuse.rule(sentence`证明开具后才能打印`)
  const isOwn = letter['employeeId'] === context.caller.employeeId
  if (letter['kind'] === letterKinds.income[0] && !isOwn && !may(context.caller, 'hrLetter', hrRights.pay.operation))
    throw refuse.rule(sentence`收入证明只有本人和有权查看薪级的人可以打印`)
  const wording = await context.write(async (tx, inside) => {
    const server = await inServersName(inside, tx, 'what a letter of this person says')
    const kept = await server.db.selectFrom('hr_letter').select('wording').where('id', '=', id).executeTakeFirst()
    // issued before texts were kept
    return kept?.wording ?? wordingOf(server, letter)
  })
  const [title = '', ...lines] = wording.split('\n')
  return paperFile(context, lines.map(line => `<p>${escaped(line)}</p>`).join(''), title)
}

/** Title and paragraphs of a letter, one a line. */
async function wordingOf(server: Context, letter: Values): Promise<string> {
  const isEnglish = letter['language'] === letterLanguages.en[0]
  const [values, template] = [await valuesOf(server, letter), await templateOf(server, letter)]
  const kind = Object.values(letterKinds).find(([code]) => code === letter['kind'])
  const body = filled(template?.body ?? builtIn[Number(letter['kind'])]?.[isEnglish ? 1 : 0] ?? '', values)
  return [
    template?.title ?? kind?.[isEnglish ? 2 : 1] ?? '',
    ...(values['addressee'] === '' ? [] : [`${values['addressee']}${isEnglish ? ':' : '：'}`]),
    body,
    '',
    values['company'] ?? '',
    values['issuedOn'] ?? '',
    `${isEnglish ? 'No. ' : '编号：'}${values['letterNo']}`,
  ].join('\n')
}

type Kind = (typeof letterKinds)[keyof typeof letterKinds][0]
const kindOf = (letter: Values): Kind => Object.values(letterKinds).find(([code]) => code === letter['kind'])?.[0] ?? letterKinds.work[0]

async function templateOf({ db }: Context, letter: Values): Promise<{ title: string; body: string } | undefined> {
  return db
    .selectFrom('hr_letter_template')
    .select(['title', 'body'])
    .where('kind', '=', kindOf(letter))
    .where('language', '=', letter['language'] === letterLanguages.en[0] ? letterLanguages.en[0] : letterLanguages.zh[0])
    .executeTakeFirst()
}

/** By the names of the holes. The income stands in the record; who may not see it prints what was issued all the same. */
async function valuesOf(server: Context, letter: Values): Promise<Record<string, string>> {
  const { db } = server
  const row = await db
    .selectFrom('hr_letter as l')
    .innerJoin('employee as e', 'e.id', 'l.employee_id')
    .leftJoin('hr_file as f', 'f.employee_id', 'e.id')
    .leftJoin('department as d', 'd.id', 'e.dept_id')
    .leftJoin('position as p', 'p.id', 'e.position_id')
    .select(['l.no', 'l.income', 'l.purpose', 'l.addressee', 'l.issued_on', 'e.id as employee_id', 'e.name', 'e.no as employee_no'])
    .select(['e.hired_on', 'f.left_on', 'd.name as dept', 'p.name as position'])
    .where('l.id', '=', asText(letter['id']))
    .executeTakeFirstOrThrow()
  const contract = await db
    .selectFrom('labour_contract as c')
    .innerJoin('company as o', 'o.id', 'c.company_id')
    .select('o.name')
    .where('c.employee_id', '=', row.employee_id)
    .where('c.state', 'not in', [contractStates.draft[0], contractStates.unsigned[0]])
    .orderBy('c.valid_from', 'desc')
    .executeTakeFirst()
  const company =
    contract ?? (await db.selectFrom('company').select('name').where('status', '=', 1).orderBy('id').limit(1).executeTakeFirst())
  const text = (value: unknown): string => (value === null || value === undefined ? '' : asText(value))
  return {
    name: row.name,
    no: text(row.employee_no),
    company: text(company?.name),
    dept: text(row.dept),
    position: text(row.position),
    hiredOn: text(row.hired_on),
    leftOn: text(row.left_on),
    income: text(row.income).replace(/\.?0+$/, ''),
    purpose: row.purpose,
    addressee: text(row.addressee),
    letterNo: text(row.no),
    issuedOn: text(row.issued_on),
    today: todayOf(server),
  }
}

/** What is issued of an income names it; what a letter says is kept as it is issued. */
export const keepLetters = followerOf(hrLetter, async (caller, tx, changes) => {
  const ids = changes.flatMap(({ id, before, after }) =>
    after !== null && after.state === letterStates.issued[0] && before?.state !== after.state ? [id] : [],
  )
  if (ids.length === 0) return
  const server = await inServersName(caller, tx, 'what a letter says that is issued')
  const empty = await server.db
    .selectFrom('hr_letter')
    .select('id')
    .where('id', 'in', ids)
    .where('kind', '=', letterKinds.income[0])
    .where('income', 'is', null)
    .executeTakeFirst()
  if (empty !== undefined) throw refuse.invalid([{ field: 'income', message: sentence`开具收入证明请填写月收入` }])
  const kept: Values[] = []
  for (const { id, after } of changes)
    if (after !== null && ids.includes(id)) kept.push({ id, wording: await wordingOf(server, { ...after, id }) })
  await setDerived(server, hrLetter, kept as never)
})

/** Who may not audit letters asks for his own alone. */
const addLetter = add(hrLetter)
const forWhom = ({ caller }: Context, input: Readonly<Values>): { readonly hooks: Hooks; readonly input: Readonly<Values> } => {
  const given = input['employeeId'] ?? null
  const isOfOthers = given !== null && given !== '' && may(caller, 'hrLetter', operations.audit)
  if (isOfOthers) return { input, hooks: {} }
  if (caller.employeeId === null) throw refuse.rule(sentence`您的账号没有对应的员工，不能申请证明`)
  return { input: { ...input, employeeId: caller.employeeId }, hooks: {} }
}

export const letterRoutes: RouteMap = {
  ...family('hrLetter', hrLetter),
  'POST /hrLetter/insert': {
    ...addLetter,
    handler: (context, ask) => {
      const { input, hooks } = forWhom(context, ask.input)
      return addRecord(context, shownResource(context.caller, hrLetter), input, hooks)
    },
  },
  'POST /hrLetter/submit': { ...step(hrLetter, 'submit'), demand: signedIn },
  'POST /hrLetter/withdraw': { ...step(hrLetter, 'withdraw'), demand: signedIn },
  'POST /hrLetter/issue': step(hrLetter, 'issue'),
  'POST /hrLetter/refuse': step(hrLetter, 'refuse'),
  'POST /hrLetter/print': {
    ...act(
      hrLetter,
      {
        name: 'print',
        title: ['打印', 'Print'],
        over: 'row',
        operation: operations.view,
        when: { state: [letterStates.issued[0]] },
        result: 'file',
      },
      (context, { input }) => printLetter(context, namedId(input['id'], hrLetter.title)),
    ),
    demand: signedIn,
  },
  ...family('hrLetterTemplate', hrLetterTemplate, templateRule),
}
