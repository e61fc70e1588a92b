/** 报告完整性: what came and what is missing, and reading stored files of chosen rows again, of whatever family. */
import { operations } from '#platform/declare/operations.ts'
import { act, type RouteMap } from '#platform/server/area.ts'
import { exportOf, list } from '#platform/server/records.ts'
import { fileKindWords } from '#platform/server/imports.ts'
import { readAgain } from './read-again.ts'
import { dataArrival } from './view.ts'

const words = { kindTitle: fileKindWords }

export const arrivalRoutes: RouteMap = {
  'POST /dataArrival/list': list(dataArrival, { words }),
  'POST /dataArrival/listExport': exportOf(dataArrival, words),
  'POST /dataArrival/readAgain': act(
    dataArrival,
    {
      name: 'readAgain',
      title: ['重新读取', 'Read again'],
      over: 'rows',
      operation: operations.import,
      confirm: [
        '重新读取选中 {n} 行已存的文件？已有的行不变，缺的补上',
        'Read the stored files of {n} rows again? Lines that are there stay',
      ],
    },
    (context, { input: { id, ids } }) => readAgain(context, (ids ?? (id === undefined ? [] : [id])) as string[]),
  ),
}
