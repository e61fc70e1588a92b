/** English of what dashboards say, by key. */
import type { English } from '#platform/declare/sentence.ts'

export const dashboardEnglish: English = {
  '首页最多固定 {} 个报表，请先取消一些': 'The home page holds at most {} pinned reports, unpin some first',
  '同一张卡片只能出现一次，请刷新后再调整': 'A card stands once, refresh and arrange again',
  '卡片“{}”没有内容': 'The card “{}” holds nothing',
  '卡片“{}”的列表或报表不存在，或您没有权限': 'The list or report of the card “{}” does not exist, or you may not see it',
  '卡片“{}”没有“{}”这个指标': 'The card “{}” asks for a measure {} that is not there',
  '卡片“{}”没有“{}”这个维度': 'The card “{}” asks for a dimension {} that is not there',
  '卡片“{}”还要选择维度': 'Choose a dimension for the card “{}”',
  '这个仪表盘已删除，或不再与您的角色共享': 'This dashboard was deleted, or is no longer shared with a role of yours',
  '每人最多 {} 个仪表盘，请先删除不用的': 'A person has at most {} dashboards; delete one first',
  '只有建立仪表盘的人可以修改它，请先复制': 'Only its maker changes a dashboard; copy it first',
  '“{}”不能按天查看，不能设预警': '“{}” is not told by day, so that no alert can be set on it',
  '每人最多 {} 个预警，请先删除不用的': 'A person has at most {} alerts; delete one first',
  '“{}”是分级，不能设预警': '“{}” is a class, no alert can be set on it',
  '不能按“{}”分别预警': 'No alert for each “{}”',
  请填写阈值: 'Enter the threshold',
}
