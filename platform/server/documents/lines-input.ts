/** Changes of lines as a call takes them: the fields themselves are checked by their declaration (read-changes.ts). */
import { Array as List, Integer, Object as O, Optional, type TSchema } from 'typebox'
import type { Resource } from '#platform/declare/resource.ts'
import { Id } from '../calls/wire-types.ts'

export function lineChangesInput({ title, linesOf }: Resource): TSchema {
  const maxItems = linesOf?.max ?? 0
  const open = { additionalProperties: true }
  return O(
    {
      added: Optional(List(O({}, open), { title: '新增的行', maxItems })),
      changed: Optional(List(O({ id: Id('行'), version: Integer({ title: '版本号' }) }, open), { title: '修改的行', maxItems })),
      removed: Optional(List(O({ id: Id('行'), version: Optional(Integer({ title: '版本号' })) }), { title: '删除的行', maxItems })),
    },
    { title: title[0], additionalProperties: false },
  )
}
