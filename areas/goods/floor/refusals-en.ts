/** English of what is said to people who work by tasks. */
import type { English } from '#platform/declare/sentence.ts'

export const floorEnglish: English = {
  '作业 {} 还没有拣完，请在“扫码作业”里拣货': 'The task {} is not picked yet: please pick it in “Work by scanning”',
  '作业由员工完成，你的账号没有员工资料': 'Tasks are done by employees: your account has no employee',
  '作业 {} 已结束': 'The task {} is over',
  '作业 {} 已由 {} 领取，{} 分钟没有操作才能再领':
    'The task {1} was claimed by {2}: it can be claimed again after {3} minutes without a scan',
  '转交别人的作业需要“{}”权限': 'To give on a task of somebody else takes the right “{}”',
  '作业 {} 不在你手上，请重新领取': 'You do not have the task {}: please claim it again',
  '数量应大于 0': 'The quantity must be more than 0',
  '这一行还剩 {}，不能超过它': '{} are left of this line: it can’t be more',
  请扫描放入的库位: 'Please scan the bin that it goes into',
  '单据在这个库位的占用已变化，请刷新作业': 'What the document holds in this bin has changed: please refresh the task',
  '还有 {} 行没有完成': '{} lines are not done yet',
  只有盘点作业可以添加没有列出的商品: 'Only a count takes goods that are not listed',
  盘点请直接填写实盘数: 'In a count, please enter what you count',
  '实有数应小于还要的 {}': 'What is there must be less than the {} that are still wanted',
  '这是库位 {}，应到 {}': 'This is the bin {}, you should be at {}',
  '这是 {}，不在这张作业里': 'This is {}, which is not in this task',
  '这是 {}，不在这张作业里，它放在 {}': 'This is {1}, which is not in this task; it lies in {2}',
  '这是 {}，不是这张作业要的': 'This is {}, which this task does not ask for',
  '没有找到 {}': 'Nothing has the code {}',
  请选择已配货的出库单: 'Please choose allocated issues',
  '仓库没有打开“按作业管理”，不能生成波次': 'The warehouse does not work by tasks: it has no waves',
  '没有商品有这个码：{}': 'No product has this code: {}',
  '没有待打包的单据缺 {}': 'No document to be packed lacks {}',
  '{} 不是待发运，不能打包发出': '{} is not ready to ship',
  '{} 还没有装齐': '{} is not complete yet',
  '{} 的运单号是 {}，扫到的是 {}': 'The waybill of {1} is {2}, you scanned {3}',
}
