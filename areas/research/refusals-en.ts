/** English of what research says. */
import type { English } from '#platform/declare/sentence.ts'

export const researchEnglish: English = {
  '这个关口没有交付项，请先配置阶段模板，或在项目里添加':
    'This gate asks for nothing yet: set up the gate template, or add deliverables to the project',
  '还有 {} 项必交没有完成：{}': '{} required deliverables are open: {}',
  '侵权排查 {} 的结论是禁止，不能过关；重新排查并审核通过后再评审':
    'The infringement check {} forbids it: the gate opens after a newer audited check',
  '项目 {} 已量产或终止，交付项不能修改': 'The project {} is in production or was stopped: its deliverables stay',
  '“{}”的关口已经通过，不能修改；先把项目退回这个关口': 'The gate of “{}” was passed: send the project back to it first',
  '“{}”请先上传文件': 'Upload a file for “{}” first',
  '“{}”要有判定合格的样品，请选择样品': '“{}” asks for a sample that was judged good: choose it',
  '“{}”要有判定合格的测试，请选择测试': '“{}” asks for a test that was judged good: choose it',
  '“{}”要有已审核、在有效期内、结论不是禁止的侵权排查，请选择排查单':
    '“{}” asks for an audited check that is valid and does not forbid: choose it',
  '排查国家缺少项目的目标市场：{}': 'The check leaves out markets of the project: {}',
  请选择研发项目或商品: 'Choose a project or a product',
  '样品 {} 还没有到样，或已报废': 'The sample {} has not arrived, or was scrapped',
  '样品 {} 在手只有 {}，不够 {}': 'Of the sample {} only {} are on hand, not {}',
  '这个人 {} 一共填了 {} 天，最多 {} 天': 'Of this person {} has {} days, {} at most',
  '{} 已在物料清单里，请改用量': '{} is in the bill already: change its quantity',
  '物料清单里没有 {}，不能取消、改用量或替换': 'The bill has no {}: it can’t be taken out, changed or replaced',
  '商品在 {} 没有已发布的物料清单': 'The product has no released bill on {}',
  '{} 的物料清单在评估以后变了（{} {}），请重新评估': 'The bill of {} has changed since it was assessed ({} {}): assess it again',
  '变更单还没有明细，请先填写': 'The change order has no lines yet',
  '{} 在 {} 没有已发布的物料清单，不能变更': '{} has no released bill on {}',
  '{} 在同一个成品里有几条变更，请合并成一条': '{} is changed several times in one product: make it one line',
  '替换 {} 请填写换成什么': 'Say what replaces {}',
  '{} 请填写用量': 'Give the quantity of {}',
  '{} 的用量应大于 0；不再用请选“取消”': 'The quantity of {} is above 0; to leave it out choose “Take out”',
  '只有替换才填写换成什么，请清空 {} 的“换成”': 'Only a replacement names another part: clear that of {}',
  '影响超过 {} 条，请把变更分成几张单': 'There are more than {} effects: divide the change into several orders',
  '变更单 {} 不在评估中，影响不能再改': 'The change order {} is not being assessed: its effects stay',
  '生效日期 {} 已过，请退回修改生效日期后重新评估': 'The effective day {} is over: send it back, change the day and assess it again',
  '工程变更 {} 还没有发布，发布后工单自动提交解决': 'The change order {} is not released yet: its release solves the work order',
  请选择借用人: 'Choose who borrows it',
  请选择还的是哪次借用: 'Choose which loan is returned',
  '这次借用还有 {} 未还，不能还 {}': '{} of this loan are out, not {}',
  '他没有借这么多，请核对借用人和数量': 'So many were not lent to this person: check borrower and quantity',
}
