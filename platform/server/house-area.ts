/** What every house brings along: its own tables and the calls that serve all lists, files and tasks. Registered like any area. */
import { forgetThreads } from './thread/forget.ts'
import { groupJobs } from './reports/store/regroup.ts'
import { lookForStale, refreshJobs } from './reports/store/refresh.ts'
import type { Area } from './contract/area.ts'
import { auditRoutes } from './audit/routes.ts'
import { sealing } from './audit/seal.ts'
import { actionJobs } from './batches/action-job.ts'
import { batchJobs, forgetImages } from './batches/jobs.ts'
import { changeRoutes } from './batches/own-changes.ts'
import { batchTables } from './records/batch-tables.ts'
import { exportJobs, forgetExports } from './exports/export-job.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { calendarTables } from './calendar/tables.ts'
import { cleanUpFiles } from './files/clean-up.ts'
import { fileRoutes } from './files/routes.ts'
import { orderForgotten, readFileText, readJob } from './files/text-of-files.ts'
import { tables as fileTables } from './files/tables.ts'
import { homeCard } from '#platform/declare/home-card.ts'
import { platformEnglish } from './calls/refusals-en.ts'
import { whyEnglish } from './reports/answer/why-words-en.ts'
import { readAnew } from './imports/read-anew.ts'
import { importJobs } from './imports/jobs.ts'
import { importRoutes } from './imports/routes.ts'
import { listState, listStateRoutes, removeUnused } from './lists/stored-states.ts'
import { findingRoutes } from './verbs/finding-routes.ts'
import { listRoutes } from './verbs/list-routes.ts'
import { removeOldMessages, unreadMessages } from './messages/inbox.ts'
import { messageRoutes } from './messages/routes.ts'
import { messageTables } from './messages/tables.ts'
import { importEnglish } from './imports/texts-en.ts'
import { messageEnglish } from './messages/texts-en.ts'
import { noticeTables } from './notices/tables.ts'
import { pasteRoutes } from './pasting/routes.ts'
import { printRoutes } from './printing/routes.ts'
import { printEnglish } from './printing/texts-en.ts'
import { profileRoutes } from './profiles/routes.ts'
import { profileTables } from './profiles/tables.ts'
import { publishingTables } from './publishing/tables.ts'
import { recordPageRoutes } from './record-page/routes.ts'
import { recordTables } from './records/tables.ts'
import { reportTables } from './reports/store/tables.ts'
import { houseTables } from './db/house-tables.ts'
import { arrive, trailArrives } from './sealed/arrivals.ts'
import { openingAsked } from './sealed/opening.ts'
import { sealedRoutes } from './sealed/routes.ts'
import { sealedTables } from './sealed/tables.ts'
import { sealedEnglish } from './sealed/texts-en.ts'
import { searchRoutes } from './search/routes.ts'
import { searchTables } from './search/tables.ts'
import { taskRoutes } from './tasks/routes.ts'
import { replyArrives } from './thread/sealed-reply.ts'
import { threadEnglish } from './thread/texts-en.ts'
import { documentEnglish } from './documents/texts-en.ts'
import { beginClock, clockJob, clockRound } from './timed/clock.ts'
import { deadNotice } from './timed/dead-notice.ts'
import { timedEnglish } from './timed/texts-en.ts'
import { forgetRuns } from './timed/forget.ts'
import { timedRoutes } from './timed/routes.ts'
import { inLane } from './jobs/lanes.ts'
import { runJob, trailJob } from './timed/order-run.ts'
import { runTimed } from './timed/run.ts'
import { timedTables } from './timed/tables.ts'
import { housekeeping, timed } from './timed/timed.ts'
import { publishDue } from './publishing/due.ts'

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
    ...Object.values(searchTables),
    ...Object.values(messageTables),
    ...Object.values(publishingTables),
    ...Object.values(recordTables),
    ...Object.values(calendarTables),
    ...Object.values(noticeTables),
    ...Object.values(timedTables),
    ...sealedTables,
  ],
  routes: {
    ...listRoutes,
    ...recordPageRoutes,
    ...listStateRoutes,
    ...profileRoutes,
    ...fileRoutes,
    ...printRoutes,
    ...importRoutes,
    ...findingRoutes,
    ...pasteRoutes,
    ...searchRoutes,
    ...messageRoutes,
    ...taskRoutes,
    ...changeRoutes,
    ...auditRoutes,
    ...calendarRoutes,
    ...timedRoutes,
    ...sealedRoutes,
  },
  english: {
    ...platformEnglish,
    ...whyEnglish,
    ...importEnglish,
    ...printEnglish,
    ...messageEnglish,
    ...documentEnglish,
    ...threadEnglish,
    ...timedEnglish,
    ...sealedEnglish,
  },
  unread: { message: unreadMessages },
  homeCards: [
    homeCard({
      key: 'messages',
      title: ['未读消息', 'Unread messages'],
      component: 'messages/messages',
      permission: null,
      tells: 'waiting',
    }),
    homeCard({ key: 'tasks', title: ['最近任务', 'Recent tasks'], component: 'tasks/tasks', permission: null, tells: 'waiting' }),
    homeCard({ key: 'favourites', title: ['收藏与常用', 'Favourites'], component: 'home/favourites', permission: null }),
  ],
  jobs: {
    ...importJobs,
    ...exportJobs,
    ...batchJobs,
    ...actionJobs,
    ...refreshJobs,
    ...groupJobs,
    [clockJob]: inLane('steady', clockRound),
    [readJob]: inLane('files', readFileText),
    [runJob]: inLane('timed', runTimed),
    [trailJob]: inLane('steady', runTimed),
  },
  arrivals: { trail: trailArrives, reply: replyArrives },
  notices: [deadNotice, openingAsked],
  timed: [
    timed('publish.due', ['发布到时的内容', 'What is due is published'], { every: 1, work: publishDue }),
    housekeeping('sealed.arrive', ['匿名内容送达', 'Sealed acts arrive'], { every: 1, work: house => arrive(house) }),
    housekeeping('audit.seal', ['封存操作记录', 'Sealing of the audit trail'], { every: 1, work: sealing }),
    housekeeping('files.cleanUp', ['清理不再使用的文件', 'Removal of files that nobody uses'], { every: 60, work: cleanUpFiles }),
    housekeeping('files.read', ['读取未读的文件文字', 'Text of files that was never read'], { every: 60, work: orderForgotten }),
    housekeeping('import.anew', ['补读旧导入文件的内容', 'Files imported long ago are read again'], { every: 60, work: readAnew }),
    housekeeping('export.forget', ['清理过期的导出文件', 'Removal of exports that are past'], { every: 60, work: forgetExports }),
    housekeeping('listState.forget', ['清理久未打开的列表链接', 'Removal of links to lists that nobody opens'], {
      every: 60,
      work: removeUnused,
    }),
    housekeeping('message.forget', ['清理半年前的消息', 'Removal of messages of half a year ago'], { every: 60, work: removeOldMessages }),
    housekeeping('batch.forget', ['清理不能再撤销的批量记录', 'Removal of batches that nobody may undo any more'], {
      every: 60,
      work: forgetImages,
    }),
    housekeeping('rollup.look', ['重新计算过期的汇总', 'Roll-ups that are stale are computed'], { every: 60, work: lookForStale }),
    housekeeping('thread.forget', ['清理已删除记录的沟通', 'Removal of conversations of deleted records'], {
      every: 1_440,
      work: forgetThreads,
    }),
    housekeeping('timed.forget', ['清理定时任务的旧记录', 'Removal of old runs of timed work'], { every: 60, work: forgetRuns }),
  ],
  begin: async house => {
    await beginClock(house)
    await lookForStale(house)
  },
}
