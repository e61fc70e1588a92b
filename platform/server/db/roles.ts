import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { SteadyClient } from './connection-lost.ts'
import { connectionSettings } from './pools.ts'

/** The role the program works under: owns no table, can't alter the schema. */
export const runtimeRole = 'zhanggui_app'

const versionMin = 150_000

/** Refuses a PostgreSQL that is too old, by its server_version_num. */
export function checkServerVersion(versionNum: number): void {
  if (versionNum >= versionMin) return
  throw new Error(`DATABASE_URL 指向的 PostgreSQL 版本是 ${Math.floor(versionNum / 10_000)}，需要 15 或更新版本。请升级数据库。`)
}

/** The same database under another role. */
export function withRole(url: string, role: string, password: string): string {
  const other = new URL(url)
  other.username = role
  other.password = password
  return other.href
}

interface Owner {
  version: number
  isSuperuser: boolean
  mayCreateRoles: boolean
  roleExists: boolean
  ownsRole: boolean
}

const ownerQuery = `
  select current_setting('server_version_num')::int as version, me.rolsuper as "isSuperuser", me.rolcreaterole as "mayCreateRoles",
         app.oid is not null as "roleExists",
         -- From PostgreSQL 16 on CREATEROLE reaches only roles one has made oneself.
         me.rolsuper or current_setting('server_version_num')::int < 160000
           or exists (select 1 from pg_auth_members m where m.roleid = app.oid and m.member = me.oid and m.admin_option) as "ownsRole"
    from pg_roles me left join pg_roles app on app.rolname = $1 where me.rolname = current_user`

/**
 * The runtime role's password follows from the owner's, so that processes that
 * start one after another agree on it and none has to be stored. An owner
 * without password is let in by other means, and so must the runtime role be.
 */
function runtimePassword(ownerUrl: string): string {
  const ownerPassword = new URL(ownerUrl).password
  return ownerPassword === '' ? '' : createHmac('sha256', decodeURIComponent(ownerPassword)).update(runtimeRole).digest('hex')
}

/**
 * Makes the runtime role where the owner may, and gives back its URL.
 * `givenUrl` (DATABASE_APP_URL) is checked and used as it is.
 */
export async function prepareRuntimeRole(ownerUrl: string, givenUrl?: string): Promise<string> {
  const client = new SteadyClient(connectionSettings(ownerUrl, 'setup'))
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<Owner>(ownerQuery, [runtimeRole])
    const owner = rows[0]
    if (!owner) throw new Error('DATABASE_URL 的账号在 pg_roles 中不可见，请换用数据库所有者的账号')
    checkServerVersion(owner.version)
    if (givenUrl) return await checkedUrl(givenUrl, ownerUrl)
    const password = runtimePassword(ownerUrl)
    const appUrl = withRole(ownerUrl, runtimeRole, password)
    if (owner.roleExists && (await canConnect(appUrl))) return appUrl
    if (!owner.isSuperuser && (!owner.mayCreateRoles || (owner.roleExists && !owner.ownsRole))) throw new Error(notAllowed)
    await makeRole(client, password)
    return appUrl
  } finally {
    await client.end()
  }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new SteadyClient(connectionSettings(url, 'setup'))
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    // 28P01 and 28000: the password or the way in is refused; all else is a real failure.
    if (['28P01', '28000'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  } finally {
    await client.end()
  }
}

async function makeRole(client: pg.Client, password: string): Promise<void> {
  await client.query('begin')
  // Two processes that start at once must not both make the role.
  await client.query(`select pg_advisory_xact_lock(hashtextextended('${runtimeRole}', 0))`)
  const exists = (await client.query('select 1 from pg_roles where rolname = $1', [runtimeRole])).rowCount === 1
  const secret = password === '' ? 'null' : client.escapeLiteral(password)
  await client.query(`${exists ? 'alter' : 'create'} role ${runtimeRole} login password ${secret}`)
  await client.query('commit')
}

const notAllowed = `DATABASE_URL 的账号不能建立运行账号 ${runtimeRole}。请由数据库管理员建立一个普通登录账号，并用 DATABASE_APP_URL 指定它的连接地址。`

async function checkedUrl(appUrl: string, ownerUrl: string): Promise<string> {
  if (new URL(appUrl).username === new URL(ownerUrl).username) {
    throw new Error('DATABASE_APP_URL 与 DATABASE_URL 用了同一个账号。运行账号不能是表的所有者，请另建一个普通登录账号。')
  }
  const client = new SteadyClient(connectionSettings(appUrl, 'setup'))
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ rolsuper: boolean }>('select rolsuper from pg_roles where rolname = current_user')
    if (rows[0]?.rolsuper) throw new Error('DATABASE_APP_URL 的账号是超级用户。运行账号不能越过权限，请换用普通登录账号。')
    return appUrl
  } finally {
    await client.end()
  }
}
