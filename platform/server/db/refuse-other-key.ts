/** A start with another SECRET_KEY than the one that encrypted the texts is refused: nothing is changed, and the right key opens all. */
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { keyName } from '../base/envelope.ts'
import { SteadyClient } from './connection-lost.ts'
import { encryptedFields } from './encrypted.ts'
import { connectionSettings } from './pools.ts'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A text under another key, of each encrypted column: one of a change of keys that was cut as well. */
export async function refuseOtherKey(ownerUrl: string, secretKey: string | null, resources: Iterable<Resource>): Promise<void> {
  const columns = [...resources].flatMap(r => (r.isView === true ? [] : encryptedFields(r).map(([name, field]) => ({ r, name, field }))))
  if (columns.length === 0 || secretKey === null) return
  const client = new SteadyClient(connectionSettings(ownerUrl, 'key'))
  await client.connect()
  try {
    for (const { r, name, field } of columns) {
      const column = quoted(columnOf(name))
      const { rows } = await client.query(
        `select 1 from ${quoted(r.table)} where ${column} is not null and split_part(${column}, '.', 2) <> $1 limit 1`,
        [keyName(secretKey)],
      )
      if (rows.length > 0)
        throw new Error(
          `SECRET_KEY 与加密时用的不同：${r.title[0]}的${field.title[0]}打不开。请换回原来的 SECRET_KEY 再启动，数据没有改动；` +
            `要更换密钥，请设置 SECRET_KEY_OLD 后运行 npm run rotate-key`,
        )
    }
  } finally {
    await client.end()
  }
}
