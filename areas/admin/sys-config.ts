/** Settings of the whole installation. Sign-in and registration read them before anybody is known. */
import { sentence } from '#platform/declare/sentence.ts'
import { type Context, type Db, refuse } from '#platform/server/area.ts'
import { addRecord, followerOf, updateRecord } from '#platform/server/records.ts'
import type { SysConfig } from './answers.ts'
import { factorKey } from '#platform/server/rights.ts'
import { sysConfig } from './rights-tables.ts'
import { role } from './tables.ts'

const { registrationOpen, perAddressLimit } = sysConfig.fields
const declared: SysConfig = {
  id: null,
  version: 0,
  registrationOpen: registrationOpen.options.default === true,
  perAddressLimit: Number(perAddressLimit.options.default),
  adminFactorFrom: null,
  companyOnly: false,
}

/** As saved, or as declared where nobody has saved anything. */
export async function readSysConfig(db: Db): Promise<SysConfig> {
  const row = await db
    .selectFrom('sys_config')
    .select(['id', 'version', 'registration_open as registrationOpen', 'per_address_limit as perAddressLimit'])
    .select(['admin_factor_from as adminFactorFrom', 'company_only as companyOnly'])
    .where('code', '=', 'main')
    .executeTakeFirst()
  return row ?? declared
}

/** Saves what is given; a stale version is refused, and a second step that nobody could set up. */
export async function saveSysConfig(context: Context, input: Readonly<Record<string, unknown>>): Promise<SysConfig> {
  const now = await readSysConfig(context.db)
  const { id: _id, code: _code, version, ...fields } = input
  if (fields['adminFactorFrom'] && fields['adminFactorFrom'] !== now.adminFactorFrom) factorKey(context.house.settings)
  if (now.id !== null) await updateRecord(context, sysConfig, { ...fields, id: now.id, version })
  else if (version === 0) await addRecord(context, sysConfig, fields)
  else throw refuse.conflict(sentence`系统设置刚被别人修改过，请刷新后再保存`)
  return readSysConfig(context.db)
}

/** No role demands an authenticator where none can be kept: its people would not come in any more. */
export const rolesChanged = followerOf(role, async ({ house }, _tx, changes) => {
  if (changes.some(({ before, after }) => after?.factorFrom && before?.factorFrom !== after.factorFrom)) factorKey(house.settings)
})
