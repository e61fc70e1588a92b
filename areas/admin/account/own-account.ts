/** What a person sees and changes of his own account: its name, his employee's record, where and when it signed in. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { writeAudit } from '#platform/server/records.ts'
import { type Context, type Tx, refuse } from '#platform/server/area.ts'
import { nameIn, withoutMark } from '../account-names.ts'
import { usernameOf } from '../sign-in.ts'
import type { OwnAccount, SignInRecord } from './answers.ts'

const signInsShown = 50
/** letters of any script, digits and what mail addresses hold: a name that can be typed and read out */
const nameShape = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{2,99}$/u

const sealed = (context: Context) => context.house.unscoped('accounts and their sign-ins are sealed; always those of the caller himself')

/** GET /account/info: the account and the employee behind it; `employee` null where the person is none in this organisation. */
export async function ownAccount(context: Context): Promise<OwnAccount> {
  const { caller } = context
  const account = await sealed(context)
    .selectFrom('account')
    .select(['username', 'name'])
    .where('id', '=', caller.accountId)
    .executeTakeFirstOrThrow()
  const own =
    caller.employeeId === null
      ? undefined
      : await context.db
          .selectFrom('employee as e')
          .leftJoin('department as d', 'd.id', 'e.dept_id')
          .select(['e.id', 'e.version', 'e.no', 'e.name', 'e.nickname', 'e.phone', 'e.email', 'e.avatar', 'e.interests'])
          .select(['e.position_name as positionName', 'd.name as deptName'])
          .where('e.id', '=', caller.employeeId)
          .executeTakeFirst()
  return { username: account.username, name: own?.name ?? account.name, employee: own ?? null }
}

/** POST /userManage/updateUserName: the name one signs in with. */
export async function updateUserName(context: Context, typed: unknown): Promise<{ username: string }> {
  const { orgId } = context.caller
  const wanted = withoutMark(usernameOf(typeof typed === 'string' ? typed : ''), orgId)
  const refused = (message: Wording): Error => refuse.invalid([{ field: 'userName', message }])
  if (wanted === '') throw refused(sentence`请输入账号`)
  if (!nameShape.test(wanted) || [...String(typed)].length > 100)
    throw refused(sentence`账号为 3-100 个字母、数字或 . _ @ + -，以字母或数字开头`)
  return context.write(async tx => {
    const username = await nameIn(tx.withoutPlugins(), orgId, wanted, context.caller.accountId)
    const before = await rename(tx.withoutPlugins(), context.caller.accountId, username, wanted).catch((error: unknown) => {
      if ((error as { code?: string }).code === '23505') throw refused(sentence`账号已存在，请换一个`)
      throw error
    })
    if (before === username || before === wanted) return { username: before }
    await writeAudit(context, tx, {
      subject: 'account',
      recordId: context.caller.accountId,
      verb: 'update',
      before: { username: before },
      after: { username },
    })
    return { username }
  })
}

/** A name that is kept stays as it is, whether or not it has a mark. */
async function rename(tx: Tx, accountId: string, username: string, wanted: string): Promise<string> {
  const { username: before } = await tx
    .selectFrom('account')
    .select('username')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before !== username && before !== wanted)
    await tx
      .updateTable('account')
      .set({ username, version: sql`version + 1` })
      .where('id', '=', accountId)
      .execute()
  return before
}

/** POST /account/loginHistory: the newest tries to sign in under one's own name, failed ones too. */
export async function loginHistory(context: Context): Promise<{ list: SignInRecord[] }> {
  const rows = await sealed(context)
    .selectFrom('login_record as l')
    .innerJoin('account as a', 'a.username', 'l.username')
    .select(['l.at', 'l.outcome', 'l.address', 'l.user_agent as userAgent'])
    .where('a.id', '=', context.caller.accountId)
    .orderBy('l.at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(signInsShown)
    .execute()
  return { list: rows }
}
