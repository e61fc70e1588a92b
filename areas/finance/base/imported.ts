/** Imports files of the demo company as its finance clerk brings them, and waits until they are in. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '#platform/server/area.ts'
import { taskStates } from '#platform/server/database.ts'
import { keepUpload } from '#platform/server/files.ts'
import { startImport } from '#platform/server/imports.ts'

const askEveryMs = 200
const accepted = '已对照卖家平台的页面核对列和合计'

export interface DemoFile {
  readonly shopId: string
  readonly name: string
  /** lines of cells, the head first */
  readonly rows: readonly (readonly (string | number)[])[]
}

/** Tab-separated, as Amazon's reports are. */
export async function importFiles(context: Context, files: readonly DemoFile[]): Promise<void> {
  const importIds: string[] = []
  for (const { shopId, name, rows } of files) {
    const content = rows.map(cells => `${cells.join('\t')}\r\n`)
    const fileId = await keepUpload(context, { name, contentType: 'text/plain; charset=utf-8', content })
    importIds.push(...(await startImport(context, { fileIds: [fileId], shopId, accepted })).importIds)
  }
  for (;;) {
    const { left } = await context.db
      .selectFrom('import_run')
      .select(e => e.fn.countAll<string>().as('left'))
      .where('id', 'in', [...importIds, '0'])
      .where('state', '<', taskStates.done[0])
      .executeTakeFirstOrThrow()
    if (Number(left) === 0) return
    await pause(askEveryMs)
  }
}
