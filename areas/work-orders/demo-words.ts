/** Work orders of the demo company in people's own words. Plain data; `{sku}`, `{no}`, `{shop}` are filled in. */
type Person = 'boss' | 'finance' | 'sales' | 'buyer' | 'keeper' | 'hr' | 'it' | 'employee'
export interface DemoWish {
  readonly type: string
  readonly by: Person
  readonly title: string
  readonly wish: string
  readonly values: Readonly<Record<string, string>>
  readonly question?: readonly [question: string, answer: string]
  readonly solution: string
}

/** who owns each of the usual types and who handles it */
export const demoHandlers: Readonly<Record<string, { readonly owner: Person; readonly handlers: readonly Person[] }>> = {
  系统需求: { owner: 'it', handlers: ['it'] },
  办公与设备: { owner: 'hr', handlers: ['hr', 'it'] },
  采购加急: { owner: 'buyer', handlers: ['buyer'] },
  物流异常: { owner: 'keeper', handlers: ['keeper', 'employee'] },
  财务单据: { owner: 'finance', handlers: ['finance'] },
  设计变更: { owner: 'boss', handlers: ['boss', 'buyer'] },
}

export const demoWishes: readonly DemoWish[] = [
  {
    type: '系统需求',
    by: 'finance',
    title: '结算报表导出时带上店铺简称',
    wish: '每月给老板的结算表要手工补一列店铺简称，{shop} 最多。希望导出时直接带上，放在店铺名称后面。',
    values: { area: '财务' },
    question: ['简称取组织里的简称，还是店铺资料里的？', '店铺资料里的，没有填的留空就行。'],
    solution: '导出增加“店铺简称”列，默认显示在店铺名称之后，今天晚上发布。',
  },
  {
    type: '系统需求',
    by: 'sales',
    title: '订单列表打开太慢',
    wish: '早上九点左右打开 {shop} 的订单列表要等十几秒，筛选最近 30 天也一样，下午就正常。',
    values: { area: '订单' },
    question: ['慢的时候请截一张图，看右下角的总数显示多少。', '截图在回复里，总数显示 128,406。'],
    solution: '早上的汇总任务与查询抢资源，已把汇总挪到凌晨四点，今天早上复测 1.2 秒。',
  },
  {
    type: '系统需求',
    by: 'keeper',
    title: '{sku} 库存数量和实际对不上',
    wish: '系统显示 312 件，盘点只有 298 件，差的 14 件应该是上周退货没有登记。请看看能不能补登记。',
    values: { area: '库存' },
    solution: '退货单 RT-{no} 停在待确认，已补确认，库存现在是 298 件。',
  },
  {
    type: '系统需求',
    by: 'hr',
    title: '新员工入职，请开通账号',
    wish: '下周一入职两位销售专员，放在北美销售组，权限和林晓一样。名单见附件。',
    values: { area: '权限' },
    solution: '两个账号已开通，首次登录需要改密码，角色为“销售”，店铺授权和林晓一致。',
  },
  {
    type: '系统需求',
    by: 'buyer',
    title: '采购单打印少了供应商传真',
    wish: '绍兴的供应商还在用传真，打印出来的采购单上没有传真号，每次都要手写。',
    values: { area: '订单' },
    solution: '打印模板加上了传真和联系人，重新打开页面即可。',
  },
  {
    type: '办公与设备',
    by: 'employee',
    title: '三楼打印机卡纸，打不出面单',
    wish: '三楼走廊那台打印机一直提示卡纸，打开后盖没有看到纸。下午四点前要打 {no} 张面单。',
    values: { place: '三楼走廊', device: 'PR-0{no}' },
    question: ['面板上显示的代码是什么？', '显示 13.20。'],
    solution: '定影器里夹了半张标签纸，已取出并更换搓纸轮，连续试打 50 张正常。',
  },
  {
    type: '办公与设备',
    by: 'sales',
    title: '会议室投影没有信号',
    wish: '小会议室的投影接笔记本没有信号，换了两台电脑都一样，明天上午要和客户开会。',
    values: { place: '二楼小会议室', device: 'PJ-{no}' },
    solution: 'HDMI 线接头松了，换了一根新线，抽屉里还放了一根备用。',
  },
  {
    type: '办公与设备',
    by: 'finance',
    title: '财务室空调漏水',
    wish: '空调滴水滴到文件柜旁边，先用盆接着了，请安排师傅来看。',
    values: { place: '职能部财务室' },
    solution: '排水管堵了，师傅已疏通并清洗滤网，观察两天没有再滴。',
  },
  {
    type: '办公与设备',
    by: 'keeper',
    title: '仓库扫码枪充不进电',
    wish: '2 号扫码枪放在底座上一晚上还是红灯，换了底座也不行，现在三个人共用两把。',
    values: { place: '义乌仓库', device: 'SC-{no}' },
    question: ['电池鼓包了吗？', '有一点鼓，后盖盖不紧。'],
    solution: '电池已报废，先调拨一把备用枪，新电池周四到。',
  },
  {
    type: '采购加急',
    by: 'sales',
    title: '{sku} 断货在即，请加急补货',
    wish: '{shop} 的 {sku} 按现在的销速还能卖 9 天，黑五活动已经报名，麻烦催供应商先发一批。',
    values: { sku: '{sku}', qty: '600' },
    question: ['可以先走空运 200 件吗？运费大约多 3,800 元。', '可以，空运 200，剩下 400 海运。'],
    solution: '供应商先发 200 件，本周五交货代走空运，其余 400 件下周三入库。',
  },
  {
    type: '采购加急',
    by: 'keeper',
    title: '加强纸箱用完了',
    wish: '5 号双层瓦楞箱只剩 {no} 个，双十一前至少还要 2,000 个。',
    values: { sku: 'BOX-05', qty: '2000' },
    solution: '已向两家供应商各订 1,000 个，明天下午到第一批。',
  },
  {
    type: '采购加急',
    by: 'boss',
    title: '展会样品请提前一周到',
    wish: '广交会提前一周布展，{sku} 的样品要早到，每个颜色 5 件，包装用新版。',
    values: { sku: '{sku}', qty: '25' },
    solution: '工厂加班打样，样品已寄到展馆，运单号发在回复里。',
  },
  {
    type: '物流异常',
    by: 'sales',
    title: '客户说包裹三天没有更新',
    wish: '客户的包裹在洛杉矶停了三天没有轨迹，已经来信催了两次，请查一下。',
    values: { parcel: '1Z999AA10123{no}', carrier: 'UPS' },
    question: ['客户地址的门牌号是 14 还是 114？面单上看不清。', '114，我让客户再确认了一次。'],
    solution: '地址写错被退回站点，已改派，预计后天送达，并给客户补了 5 美元券。',
  },
  {
    type: '物流异常',
    by: 'buyer',
    title: '整柜清关被查验',
    wish: '这票货柜被海关抽中查验，货代要补充材质说明和装箱单，请仓库把装箱信息整理出来。',
    values: { parcel: 'MATU26{no}', carrier: '美森' },
    solution: '材质说明和装箱单已交货代，今天上午放行，转仓预约在周四。',
  },
  {
    type: '物流异常',
    by: 'employee',
    title: '到仓少了两箱',
    wish: '供应商送来 48 箱，实收 46 箱，司机说装车时就是 46，请和供应商核对。',
    values: { parcel: 'SF14{no}', carrier: '顺丰' },
    solution: '供应商调了监控，确认少装两箱，明天随下一车补来，送货单已改。',
  },
  {
    type: '财务单据',
    by: 'buyer',
    title: '供应商催货款，请安排付款',
    wish: '合同约定月底付清，发票上周已经交到财务，供应商今天来电话催，涉及下批排产。',
    values: { amount: '48600.00', currency: 'CNY' },
    question: ['发票抬头少了“有限”两个字，能让对方重开吗？', '已经让对方重开，快递单号写在回复里。'],
    solution: '重开的发票已收到，今天下午三点付款，回单在附件。',
  },
  {
    type: '财务单据',
    by: 'sales',
    title: '平台扣了两次广告费',
    wish: '{shop} 上个月的广告账单里 11 号和 12 号金额一模一样，怀疑重复扣款，请核对。',
    values: { amount: '1284.36', currency: 'USD' },
    solution: '确认重复，已向平台提交申诉，退款会在下一期结算里返还。',
  },
  {
    type: '财务单据',
    by: 'keeper',
    title: '仓库临时工工资报销',
    wish: '大促期间请了 6 个临时工，共 {no} 个工时，签到表和收据都贴好了。',
    values: { amount: '7920.00', currency: 'CNY' },
    solution: '签到表和收据齐全，已和本月工资一起发放。',
  },
  {
    type: '设计变更',
    by: 'sales',
    title: '杯盖改成一键开合',
    wish: '{shop} 近三个月差评里有 23 条说杯盖难开，建议改为一键开合，颜色不变。',
    values: { model: '{sku}', part: '结构' },
    question: ['开合次数按多少次验收？', '竞品标 5,000 次，我们按 8,000 次。'],
    solution: '新杯盖样件通过 8,000 次开合测试，模具费 2.6 万元，下一批订单起使用。',
  },
  {
    type: '设计变更',
    by: 'keeper',
    title: '外箱从单层改双层瓦楞',
    wish: '最近压坏的退货都是单层外箱，改双层每个多 0.6 元，比退货便宜。',
    values: { model: '{sku}', part: '包装' },
    solution: '双层箱跌落测试通过，采购价 3.1 元，从本周入库的批次开始用。',
  },
]

export const demoTalk: readonly string[] = [
  '收到，我先看一下。',
  '大概什么时候能好？今天下班前要回客户。',
  '我已经打电话催过了，下午给答复。',
  '材料补在附件里了，请查收。',
  '辛苦了，这样处理可以。',
  '先按这个方案做，有问题再说。',
]
export const demoReasons = { reject: '和上周的工单重复，请看那一张', revise: '数量和规格有调整' } as const
export const demoThanks: readonly string[] = ['处理很快', '谢谢，问题解决了', '如果能早一天就更好了', '说明得很清楚']
