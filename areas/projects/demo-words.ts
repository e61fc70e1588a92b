/** The projects of the demo company: plain data. Days count from the day of the demo. */

export interface DemoPlan {
  readonly name: string
  readonly kind: 1 | 2 | 3
  readonly days: readonly [from: number, to: number]
  readonly state: 'waiting' | 'active' | 'finished'
}
export interface DemoRequirement {
  readonly title: string
  readonly content: string
  readonly priority: 1 | 2 | 3 | 4
  readonly points: number
  readonly owner: string
  /** steps that it has taken */
  readonly steps: number | 'suspended'
  readonly plan?: string
  /** it came from a work order */
  readonly byOrder?: true
}
export interface DemoTask {
  readonly title: string
  readonly who: string
  readonly days: readonly [from: number, to: number]
  readonly hours: number
  readonly spent?: number
  /** per cent */
  readonly done?: number
  readonly of?: string
  readonly below?: string
  readonly after?: readonly string[]
  readonly startWith?: readonly string[]
  readonly is?: 'testing' | 'blocked'
}
export interface DemoProject {
  readonly name: string
  readonly content: string
  readonly manager: string
  readonly members: readonly string[]
  readonly days: readonly [from: number, to: number]
  readonly plans: readonly DemoPlan[]
  readonly requirements: readonly DemoRequirement[]
  readonly tasks: readonly DemoTask[]
}

export const demoBlocked = '等平台开通库存接口权限'

export const demoProjects: readonly DemoProject[] = [
  {
    name: '订单中台升级',
    content: '把各平台的订单收到一处：自动同步、异常预警、库存联动，替换每天手工导出的表格。',
    manager: 'it',
    members: ['sales', 'buyer', 'keeper', 'employee', 'boss'],
    days: [-52, 30],
    plans: [
      { name: '调研与设计', kind: 2, days: [-52, -36], state: 'finished' },
      { name: 'V1.0 订单同步', kind: 3, days: [-37, -9], state: 'finished' },
      { name: 'V1.1 库存联动', kind: 3, days: [-8, 18], state: 'active' },
      { name: '全员培训与验收', kind: 1, days: [21, 30], state: 'waiting' },
    ],
    requirements: [
      {
        title: '业务流程梳理',
        content: '走访销售、采购、仓库，画出订单从下单到发货的流程。',
        priority: 2,
        points: 3,
        owner: 'it',
        steps: 6,
        plan: '调研与设计',
      },
      {
        title: '多平台订单自动同步',
        content: '每十分钟同步一次，断点续传，重复订单只保留一份。',
        priority: 4,
        points: 13,
        owner: 'it',
        steps: 6,
        plan: 'V1.0 订单同步',
        byOrder: true,
      },
      {
        title: '异常订单预警',
        content: '地址不全、金额为零、超过 48 小时未发货的订单要提醒负责人。',
        priority: 3,
        points: 8,
        owner: 'it',
        steps: 6,
        plan: 'V1.0 订单同步',
      },
      {
        title: '订单与库存联动',
        content: '下单占用库存，发货扣减，取消后释放；负数库存不允许出现。',
        priority: 4,
        points: 13,
        owner: 'it',
        steps: 3,
        plan: 'V1.1 库存联动',
        byOrder: true,
      },
      {
        title: '批量标记发货',
        content: '选中多张订单，一次回传物流单号，失败的逐条说明原因。',
        priority: 3,
        points: 5,
        owner: 'it',
        steps: 4,
        plan: 'V1.1 库存联动',
        byOrder: true,
      },
      {
        title: '订单利润快照',
        content: '发货当天保留成本和汇率，之后的调整不影响已发货订单。',
        priority: 2,
        points: 8,
        owner: 'it',
        steps: 1,
      },
      {
        title: '两年前订单归档',
        content: '查询时按需取回，列表默认不显示。',
        priority: 1,
        points: 5,
        owner: 'it',
        steps: 'suspended',
        plan: 'V1.1 库存联动',
      },
    ],
    tasks: [
      { title: '访谈与流程图', who: 'it', days: [-52, -45], hours: 32, spent: 30, done: 100, of: '业务流程梳理' },
      {
        title: '数据字典与接口约定',
        who: 'it',
        days: [-44, -37],
        hours: 24,
        spent: 28,
        done: 100,
        of: '业务流程梳理',
        after: ['访谈与流程图'],
      },
      { title: '同步服务', who: 'it', days: [-37, -22], hours: 1, of: '多平台订单自动同步' },
      {
        title: '拉取与断点续传',
        who: 'it',
        days: [-37, -30],
        hours: 40,
        spent: 46,
        done: 100,
        of: '多平台订单自动同步',
        below: '同步服务',
        after: ['数据字典与接口约定'],
      },
      {
        title: '订单去重与合并',
        who: 'it',
        days: [-29, -24],
        hours: 24,
        spent: 22,
        done: 100,
        of: '多平台订单自动同步',
        below: '同步服务',
        after: ['拉取与断点续传'],
      },
      {
        title: '同步结果核对',
        who: 'sales',
        days: [-23, -20],
        hours: 12,
        spent: 14,
        done: 100,
        of: '多平台订单自动同步',
        after: ['订单去重与合并'],
      },
      {
        title: '预警规则配置',
        who: 'it',
        days: [-24, -17],
        hours: 20,
        spent: 18,
        done: 100,
        of: '异常订单预警',
        after: ['拉取与断点续传'],
      },
      {
        title: '预警通知与处理记录',
        who: 'it',
        days: [-16, -10],
        hours: 24,
        spent: 27,
        done: 100,
        of: '异常订单预警',
        after: ['预警规则配置'],
      },
      { title: '库存联动', who: 'it', days: [-8, 10], hours: 1, of: '订单与库存联动' },
      {
        title: '占用与释放规则',
        who: 'it',
        days: [-8, -1],
        hours: 32,
        spent: 25,
        done: 70,
        of: '订单与库存联动',
        below: '库存联动',
        after: ['同步结果核对'],
      },
      {
        title: '平台库存回写',
        who: 'it',
        days: [-3, 6],
        hours: 40,
        spent: 10,
        done: 20,
        of: '订单与库存联动',
        below: '库存联动',
        startWith: ['占用与释放规则'],
        is: 'blocked',
      },
      {
        title: '仓库出库对接',
        who: 'keeper',
        days: [2, 10],
        hours: 24,
        of: '订单与库存联动',
        below: '库存联动',
        after: ['占用与释放规则'],
      },
      { title: '批量回传物流单号', who: 'it', days: [-7, 1], hours: 24, spent: 20, done: 90, of: '批量标记发货', is: 'testing' },
      { title: '发货失败原因说明', who: 'employee', days: [0, 4], hours: 8, of: '批量标记发货', startWith: ['批量回传物流单号'] },
      { title: '联动压力测试', who: 'it', days: [11, 15], hours: 16, of: '订单与库存联动', after: ['平台库存回写', '仓库出库对接'] },
      { title: '编写操作手册', who: 'employee', days: [8, 16], hours: 20 },
      { title: '分部门培训', who: 'sales', days: [21, 27], hours: 16, after: ['编写操作手册', '联动压力测试'] },
    ],
  },
  {
    name: '仓库条码系统',
    content: '收货、上架、拣货、盘点全部扫码，账实差异当天发现。',
    manager: 'keeper',
    members: ['it', 'buyer', 'employee'],
    days: [-30, 45],
    plans: [
      { name: '设备选型', kind: 2, days: [-30, -16], state: 'finished' },
      { name: 'V1.0 收货与上架', kind: 3, days: [-15, 12], state: 'active' },
      { name: 'V1.1 拣货与盘点', kind: 3, days: [13, 40], state: 'waiting' },
    ],
    requirements: [
      {
        title: '扫码枪与标签打印机选型',
        content: '至少三家比价，在仓库实测一周。',
        priority: 3,
        points: 3,
        owner: 'buyer',
        steps: 6,
        plan: '设备选型',
      },
      {
        title: '收货扫码',
        content: '按采购单扫码收货，多收少收当场提示。',
        priority: 4,
        points: 8,
        owner: 'keeper',
        steps: 3,
        plan: 'V1.0 收货与上架',
      },
      {
        title: '库位上架',
        content: '扫库位再扫货，推荐离出库口近的空位。',
        priority: 3,
        points: 8,
        owner: 'keeper',
        steps: 3,
        plan: 'V1.0 收货与上架',
      },
      {
        title: '拣货路线',
        content: '按波次合并订单，给出最短路线。',
        priority: 2,
        points: 13,
        owner: 'keeper',
        steps: 2,
        plan: 'V1.1 拣货与盘点',
      },
      { title: '循环盘点', content: '每天盘一个货架，差异超过 1% 的第二天复盘。', priority: 2, points: 8, owner: 'keeper', steps: 0 },
    ],
    tasks: [
      { title: '供应商比价', who: 'buyer', days: [-30, -24], hours: 20, spent: 18, done: 100, of: '扫码枪与标签打印机选型' },
      {
        title: '仓库实测一周',
        who: 'keeper',
        days: [-23, -16],
        hours: 30,
        spent: 34,
        done: 100,
        of: '扫码枪与标签打印机选型',
        after: ['供应商比价'],
      },
      { title: '采购单条码', who: 'it', days: [-15, -9], hours: 24, spent: 30, done: 100, of: '收货扫码', after: ['仓库实测一周'] },
      { title: '收货界面', who: 'it', days: [-8, -2], hours: 32, spent: 20, done: 55, of: '收货扫码', after: ['采购单条码'] },
      { title: '多收少收提示', who: 'it', days: [-1, 5], hours: 16, of: '收货扫码', after: ['收货界面'] },
      { title: '库位编码', who: 'keeper', days: [-10, -4], hours: 16, spent: 12, done: 100, of: '库位上架' },
      { title: '粘贴库位标签', who: 'employee', days: [-3, 3], hours: 24, spent: 8, done: 40, of: '库位上架', after: ['库位编码'] },
      { title: '上架推荐', who: 'it', days: [4, 12], hours: 40, of: '库位上架', after: ['库位编码', '多收少收提示'] },
      { title: '波次规则', who: 'keeper', days: [13, 20], hours: 24, of: '拣货路线' },
      { title: '路线计算', who: 'it', days: [21, 34], hours: 56, of: '拣货路线', after: ['波次规则', '上架推荐'] },
    ],
  },
]
