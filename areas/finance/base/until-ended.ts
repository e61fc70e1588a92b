/** Waits for imports that the demo company ordered, and for figures that follow from them, where what comes next stands on them. */
import { setTimeout as pause } from 'node:timers/promises'
import { taskStates } from '#platform/server/database.ts'
import type { Context } from '#platform/server/area.ts'

const [askEveryMs, longestMs] = [200, 300_000]

export async function untilEnded({ db }: Context, importIds: readonly string[]): Promise<void> {
  if (importIds.length === 0) return
  const until = performance.now() + longestMs
  for (;;) {
    const runs = await db.selectFrom('import_run').select(['file_name', 'state', 'message']).where('id', 'in', importIds).execute()
    const failed = runs.find(run => run.state > taskStates.done[0])
    if (failed) throw new Error(`演示数据导入失败：${failed.file_name}：${failed.message ?? ''}`)
    if (runs.every(run => run.state === taskStates.done[0])) return
    if (performance.now() > until) throw new Error('演示数据的导入没有结束')
    await pause(askEveryMs)
  }
}

/** The work again and again while what its refusal names ends by itself. */
export async function untilFree<T>(work: () => Promise<T>, isPassing: (error: unknown) => boolean): Promise<T> {
  for (const until = performance.now() + longestMs; ; await pause(askEveryMs))
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error) || performance.now() > until) throw error
    }
}
