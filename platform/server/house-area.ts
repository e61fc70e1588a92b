/** What every house brings along: its own tables and the calls that serve all lists, files and tasks. Registered like any area. */
import type { Area } from './contract/area.ts'
import { auditRoutes } from './audit/routes.ts'
import { sealing } from './audit/seal.ts'
import { batchJobs, forgetImages } from './batches/jobs.ts'
import { batchTables } from './records/batch-tables.ts'
import { exportJobs, forgetExports } from './exports/export-job.ts'
import { cleanUpFiles } from './files/clean-up.ts'
import { fileRoutes } from './files/routes.ts'
import { tables as fileTables } from './files/tables.ts'
import { homeCard } from '#platform/declare/home-card.ts'
import { platformEnglish } from './calls/refusals-en.ts'
import { homeRoutes } from './home/routes.ts'
import { homeTables } from './home/tables.ts'
import { importJobs } from './imports/jobs.ts'
import { importRoutes } from './imports/routes.ts'
import { forgetStates, listState, listStateRoutes } from './lists/kept-states.ts'
import { listRoutes } from './verbs/list-routes.ts'
import { forgetMessages } from './messages/inbox.ts'
import { messageRoutes } from './messages/routes.ts'
import { messageTables } from './messages/tables.ts'
import { importEnglish } from './imports/texts-en.ts'
import { messageEnglish } from './messages/texts-en.ts'
import { profileRoutes } from './profiles/routes.ts'
import { profileTables } from './profiles/tables.ts'
import { publishingTables } from './publishing/tables.ts'
import { recordPageRoutes } from './record-page/routes.ts'
import { recordTables } from './records/tables.ts'
import { beginRefresh, refreshJobs } from './reports/refresh.ts'
import { reportTables } from './reports/tables.ts'
import { houseTables } from './db/house-tables.ts'
import { taskRoutes } from './tasks/routes.ts'
import { forgetThreads } from './thread/forget.ts'
import { threadEnglish } from './thread/texts-en.ts'

export const houseArea: Area = {
  name: 'house',
  title: ['平台', 'Platform'],
  resources: [
    ...houseTables,
    listState,
    ...profileTables,
    ...reportTables,
    ...Object.values(batchTables),
    ...Object.values(fileTables),
    ...Object.values(homeTables),
    ...Object.values(messageTables),
    ...Object.values(publishingTables),
    ...Object.values(recordTables),
  ],
  routes: {
    ...listRoutes,
    ...recordPageRoutes,
    ...listStateRoutes,
    ...profileRoutes,
    ...fileRoutes,
    ...importRoutes,
    ...homeRoutes,
    ...messageRoutes,
    ...taskRoutes,
    ...auditRoutes,
  },
  english: { ...platformEnglish, ...importEnglish, ...messageEnglish, ...threadEnglish },
  homeCards: [
    homeCard({ key: 'messages', title: ['未读消息', 'Unread messages'], component: 'messages/messages', permission: null }),
    homeCard({ key: 'tasks', title: ['最近任务', 'Recent tasks'], component: 'tasks/tasks', permission: null }),
    homeCard({ key: 'favourites', title: ['收藏与常用', 'Favourites'], component: 'home/favourites', permission: null }),
  ],
  jobs: {
    ...importJobs,
    ...exportJobs,
    ...batchJobs,
    ...refreshJobs,
    'files.cleanUp': cleanUpFiles.handler,
    'audit.seal': sealing.handler,
    'listState.forget': forgetStates.handler,
    'message.forget': forgetMessages.handler,
    'thread.forget': forgetThreads.handler,
  },
  begin: async house => {
    await forgetExports.begin(house)
    await cleanUpFiles.begin(house)
    await sealing.begin(house)
    await forgetStates.begin(house)
    await forgetMessages.begin(house)
    await forgetThreads.begin(house)
    await forgetImages.begin(house)
    await beginRefresh(house)
  },
}
