/** The last step of setting up: the first file, after which there are figures. */
import { taskStates } from '#platform/server/database.ts'
import type { SetupStep } from '#platform/server/area.ts'

export const firstFileStep: SetupStep = {
  code: 'file',
  order: 70,
  title: ['第一份平台报告', 'The first report of a platform'],
  why: ['从平台后台下载结算报告或交易明细，导入后就有利润', 'Import a settlement or transaction report: profit follows'],
  path: '/finance/amazon/imports',
  isDone: async ({ db }) =>
    (await db.selectFrom('import_run').select('id').where('state', '=', taskStates.done[0]).limit(1).executeTakeFirst()) !== undefined,
}
