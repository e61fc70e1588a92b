/** A start with another SECRET_KEY than the one that encrypted the texts is refused: nothing is changed, and the right key opens all. */
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { keyName } from '../base/envelope.ts'
import { SteadyClient } from './connection-lost.ts'
import { encryptedFields } from './encrypted.ts'
import { connectionSettings } from './pools.ts'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** One stored text of each encrypted column tells its key. */
export async function refuseOtherKey(ownerUrl: string, secretKey: string | null, resources: Iterable<Resource>): Promise<void> {
  const columns = [...resources].flatMap(r => (r.isView === true ? [] : encryptedFields(r).map(([name, field]) => ({ r, name, field }))))
  if (columns.length === 0 || secretKey === null) return
  const client = new SteadyClient(connectionSettings(ownerUrl, 'key'))
  await client.connect()
  try {
    for (const { r, name, field } of columns) {
      const column = quoted(columnOf(name))
      const { rows } = await client.query<{ key: string }>(
        `select split_part(${column}, '.', 2) as key from ${quoted(r.table)} where ${column} is not null limit 1`,
      )
      if (rows[0] !== undefined && rows[0].key !== keyName(secretKey))
        throw new Error(`SECRET_KEY 与加密时用的不同：${r.title[0]}的${field.title[0]}打不开。请换回原来的 SECRET_KEY 再启动，数据没有改动`)
    }
  } finally {
    await client.end()
  }
}
