/**
 * Accounts for many people at once, each with its roles: all of them or none. The answer is a workbook to hand out; its passwords are kept
 * nowhere and told no second time.
 */
import { sentence, type Part } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { may, refuse, Refusal, type Context, type Blob } from '#platform/server/area.ts'
import { tableFile } from '#platform/server/files.ts'
import { idsOf } from '#platform/server/records.ts'
import { newPassword, openAccount, type OpenedAccount } from './accounts.ts'
import { setRoles } from './granting.ts'
import { peopleOperations } from './people-operations.ts'

/** A password takes some 45 ms to hash. */
const peopleMax = 200
/** what accounts are called by */
export const nameSources = { no: [1, '工号', 'Employee number'], email: [2, '邮箱', 'E-mail'] } as const

interface Wish {
  /** how a refusal calls the person */
  readonly who: Part
  readonly employeeId: string
  readonly username: string
  readonly roleIds: readonly string[]
}
interface Found {
  readonly id: string
  readonly no: string
  readonly name: string
  readonly email: string | null
}

export interface ManyAsk {
  /** chosen in the list */
  readonly ids: readonly string[]
  readonly nameBy: number
  /** lines of a sheet: number, account, roles; the account is the number where it is empty */
  readonly sheet: string | null
  /** of everybody whose line names none */
  readonly roleIds: readonly string[]
}

const tooMany = (n: number) => refuse.rule(sentence`一次最多为 ${peopleMax} 人开通账号，现有 ${n} 人，请分批`)

export async function openAccounts(context: Context, ask: ManyAsk): Promise<Blob> {
  const wishes = ask.sheet === null ? await wishesOfChosen(context, ask) : await wishesOfSheet(context, ask.sheet, ask.roleIds)
  if (wishes.some(wish => wish.roleIds.length > 0) && !may(context.caller, 'employee', peopleOperations.roles))
    throw refuse.forbidden(sentence`没有设置员工角色的权限，请不填角色，或由系统管理员来开通`)
  const passwords = await Promise.all(wishes.map(newPassword))
  const opened = await context.write(async (_, inside) => {
    const made: OpenedAccount[] = []
    for (const [at, { who, employeeId, username, roleIds }] of wishes.entries())
      try {
        made.push(await openAccount(inside, employeeId, username, passwords[at]))
        if (roleIds.length > 0) await setRoles(inside, employeeId, roleIds)
      } catch (error) {
        throw error instanceof Refusal ? refuse.rule(sentence`${who}：${error.wording}`) : error
      }
    return made
  })
  const isEnglish = context.language === 'en'
  const title = isEnglish ? 'New accounts' : '新开账号'
  const column = (zh: string, en: string) => ({ title: isEnglish ? en : zh, kind: 'text' as const, width: 20 })
  return tableFile({
    name: title,
    title,
    columns: [column('姓名', 'Name'), column('账号', 'Account'), column('初始密码（登录后须修改）', 'Password (to be changed)')],
    rows: once(opened.map(one => [one.name, one.username, one.password])),
  })
}

async function* once<T>(rows: T): AsyncGenerator<T> {
  yield rows
}

async function wishesOfChosen({ db }: Context, { ids, nameBy, roleIds }: ManyAsk): Promise<readonly Wish[]> {
  if (ids.length > peopleMax) throw tooMany(ids.length)
  const people = await db
    .selectFrom('employee')
    .select(['id', 'no', 'name', 'email'])
    .where('id', 'in', [...ids])
    .orderBy('no')
    .execute()
  if (people.length < ids.length) throw refuse.unknown(['员工', 'Employee'])
  return people.map(person => ({ who: person.name, employeeId: person.id, username: usernameOf(person, nameBy), roleIds }))
}

function usernameOf({ no, name, email }: Found, nameBy: number): string {
  if (nameBy === nameSources.no[0]) return no
  if (email === null || email === '') throw refuse.rule(sentence`${name} 没有邮箱，请补上，或按工号开通`)
  return email
}

async function wishesOfSheet({ db }: Context, sheet: string, others: readonly string[]): Promise<readonly Wish[]> {
  const lines = sheet.split(/\r?\n/).flatMap(line => (line.trim() === '' ? [] : [line.split(/\t|,|，/).map(cell => cell.trim())]))
  if (lines.length === 0) throw refuse.invalid([{ field: 'sheet', message: sentence`请粘贴名单：每行一人，依次为工号、账号、角色` }])
  if (lines.length > peopleMax) throw tooMany(lines.length)
  const numbers = lines.map(([no = '']) => no)
  const people = new Map(
    (await db.selectFrom('employee').select(['id', 'no']).where('no', 'in', numbers).execute()).map(({ no, id }) => [no, id]),
  )
  const roles = new Map((await db.selectFrom('role').select(['id', 'name']).execute()).map(({ name, id }) => [name, id]))
  const wrong = (line: number, message: ReturnType<typeof sentence>) =>
    refuse.invalid([{ field: 'sheet', message: sentence`${sentence`第 ${line} 行`}：${message}` }])
  return lines.map(([no = '', account = '', ...named], at) => {
    const employeeId = people.get(no)
    if (employeeId === undefined) throw wrong(at + 1, sentence`没有工号为 ${no} 的员工`)
    if (numbers.indexOf(no) < at) throw wrong(at + 1, sentence`工号 ${no} 出现了两次`)
    const roleIds = named
      .flatMap(cell => cell.split(/[、;；]/))
      .filter(name => name !== '')
      .map(name => {
        const id = roles.get(name.trim())
        if (id === undefined) throw wrong(at + 1, sentence`没有名为 ${name} 的角色`)
        return id
      })
    return {
      who: sentence`第 ${at + 1} 行`,
      employeeId,
      username: account === '' ? no : account,
      roleIds: roleIds.length > 0 ? roleIds : others,
    }
  })
}

/** The body of the call as it came. */
export function manyAsk(input: Readonly<Record<string, unknown>>): ManyAsk {
  const sheet = input['sheet'] == null ? null : asText(input['sheet'])
  return {
    ids: sheet === null ? idsOf(input['id'], input['ids']) : [],
    nameBy: Number(input['nameBy'] ?? nameSources.no[0]),
    sheet,
    roleIds: (input['roleIds'] as readonly string[] | null) ?? [],
  }
}
