/** PUT /userManage/employee: one's own avatar, phone, e-mail, nickname and interests; everything else with the right to edit employees. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { contactOf } from '#platform/format/contact.ts'
import { isMasked } from '#platform/format/masked.ts'
import { operations } from '#platform/declare/operations.ts'
import { may, type Context, type Tx, refuse, type FieldError } from '#platform/server/area.ts'
import { linkedFiles, setFileUses, fileAddress } from '#platform/server/files.ts'
import { updateRecord, change } from '#platform/server/records.ts'
import { isSensitive } from '#platform/server/lists.ts'
import { employee } from '../tables.ts'
import { spendVerified } from './codes.ts'
import { ownValue } from '#platform/declare/own-value.ts'

const ownFields = ['avatar', 'phone', 'email', 'nickname', 'interests'] as const
type OwnField = (typeof ownFields)[number]
type Input = Readonly<Record<string, unknown>>
const besides: ReadonlySet<string> = new Set(['id', 'employeeId', 'version'])

const nicknameMax = 30
const [interestsMax, interestLengthMax] = [10, 20]

/** Updates the employee named by `employeeId` (or `id`), oneself where none is named. */
export async function updateEmployee(context: Context, input: Input): Promise<{ id: string; version: number }> {
  const { caller } = context
  const id = asText(input['employeeId'] ?? input['id'] ?? caller.employeeId ?? '')
  const isOwn = id !== '' && id === caller.employeeId
  const others = Object.keys(input).filter(name => !besides.has(name) && !ownFields.includes(name as OwnField))
  if (isOwn && others.length === 0) return updateOwn(context, id, input)
  if (id === '') throw refuse.rule(sentence`当前组织没有您的员工资料，请联系系统管理员`)
  if (!may(caller, 'employee', operations.edit)) throw refuse.forbidden(sentence`只能修改自己的头像、手机、邮箱、昵称和兴趣`)
  const { employeeId: _named, ...changes } = input
  return updateRecord(context, employee, { ...changes, id })
}

async function updateOwn(context: Context, id: string, input: Input): Promise<{ id: string; version: number }> {
  if (!Number.isInteger(input['version'])) throw refuse.invalid([{ field: 'version', message: sentence`请刷新后再保存（缺少版本号）` }])
  const wanted = wantedOf(input)
  return context.write(async (tx, inside) => {
    const locked = await tx
      .selectFrom('employee')
      .select(['version', 'avatar', 'phone', 'email', 'nickname', 'interests'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!locked) throw refuse.unknown(['员工', 'Employee'])
    const changed = Object.fromEntries(
      Object.entries(wanted).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(locked[name as OwnField])),
    ) as Partial<Record<OwnField, never>>
    const isSeen = locked.version === input['version']
    if (isSeen && Object.keys(changed).length === 0) return { id, version: locked.version }
    // a stale save is refused by the writer, and must spend no code
    if (isSeen) await demandProofs(inside, tx, changed)
    const old = Object.fromEntries(Object.keys(changed).map(name => [name, locked[name as OwnField]]))
    const { version = locked.version } = await change(inside, employee, id, changed, {
      version: Number(input['version']),
      told: { before: old, after: changed },
    })
    if ('avatar' in changed) {
      // colleagues see the face wherever the name stands
      const holder = { table: employee.table, recordId: id, isOpen: true }
      await setFileUses(context, tx, holder, typeof wanted.avatar === 'string' ? linkedFiles(wanted.avatar) : [])
    }
    return { id, version }
  })
}

/** What was given, as it is stored; every fault in one answer. Phone and e-mail in the form in which codes are sent to them. */
function wantedOf(input: Input): Partial<Record<OwnField, unknown>> {
  const errors: FieldError[] = []
  const wanted: Partial<Record<OwnField, unknown>> = {}
  const take = (name: OwnField, read: (given: unknown) => unknown): void => {
    if (!Object.hasOwn(input, name)) return
    const given = input[name]
    // as a refused save shows it: nobody has typed it
    const field = ownValue(employee.fields, name)
    if (field !== undefined && isMasked(given) && isSensitive(field)) return
    const isEmpty = given === null || given === undefined || (typeof given === 'string' && given.trim() === '')
    const value = isEmpty ? null : read(given)
    if (typeof value === 'object' && value !== null && 'fault' in value) errors.push({ field: name, message: value.fault as Wording })
    else wanted[name] = value
  }
  const contact = (kind: 'mail' | 'phone', fault: Wording) => (given: unknown) => {
    const read = typeof given === 'string' ? contactOf(given) : null
    return read?.kind === kind ? read.value : { fault }
  }
  take('phone', contact('phone', sentence`手机格式不正确，例如 13800001001`))
  take('email', contact('mail', sentence`邮箱格式不正确，例如 name@example.com`))
  take('nickname', given =>
    typeof given === 'string' && [...given.trim()].length <= nicknameMax ? given.trim() : { fault: sentence`昵称最多 ${nicknameMax} 个字` },
  )
  take('avatar', given => (typeof given === 'string' && fileIdOf(given) !== null ? given : { fault: sentence`头像应为已上传的图片` }))
  take('interests', interestsOf)
  if (errors.length > 0) throw refuse.invalid(errors)
  return wanted
}

function interestsOf(given: unknown): readonly string[] | { fault: Wording } {
  const all = Array.isArray(given) ? given : null
  const words = all?.flatMap(one => (typeof one === 'string' && one.trim() !== '' ? [one.trim()] : []))
  if (all === null || words === undefined || words.length !== all.length) return { fault: sentence`兴趣应为若干个词` }
  const distinct = [...new Set(words)]
  if (distinct.length > interestsMax) return { fault: sentence`兴趣最多 ${interestsMax} 个` }
  return distinct.some(word => [...word].length > interestLengthMax)
    ? { fault: sentence`每个兴趣最多 ${interestLengthMax} 个字` }
    : distinct
}

const fileIdOf = (link: string): string | null => {
  const id = /[?&]id=(\d{1,19})$/.exec(link)?.[1]
  return id !== undefined && fileAddress(id) === link ? id : null
}

/** A new avatar is a picture the person uploaded himself; a new phone or e-mail was verified by a code. Taking one away needs no proof. */
async function demandProofs(context: Context, tx: Tx, changed: Partial<Record<OwnField, unknown>>): Promise<void> {
  const errors: FieldError[] = []
  if (typeof changed.avatar === 'string') {
    const picture = await tx
      .selectFrom('stored_file')
      .select('content_type')
      .where('id', '=', fileIdOf(changed.avatar))
      .where('account_id', '=', context.caller.accountId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!picture?.content_type.startsWith('image/')) errors.push({ field: 'avatar', message: sentence`头像应为自己上传的图片，请重新上传` })
  }
  // codes are sealed: taking the door off is bound to the caller's own account
  const sealed = tx.withoutPlugins()
  for (const [field, message] of [
    ['phone', sentence`请先用验证码验证新手机`],
    ['email', sentence`请先用验证码验证新邮箱`],
  ] as const) {
    const target = changed[field]
    if (typeof target !== 'string') continue
    if (!(await spendVerified(sealed, context.caller.accountId, target, context.now()))) errors.push({ field, message })
  }
  if (errors.length > 0) throw refuse.invalid(errors)
}
