/** What people of the demo company say on the board. */

export interface DemoTopic {
  readonly section: string
  readonly by: string
  readonly title: string
  readonly content: string
  /** days ago */
  readonly ago: number
  readonly isAnonymous?: true
  readonly replies: readonly (readonly [by: string, text: string])[]
  readonly likes: number
  readonly views: number
  /** place of the best reply */
  readonly best?: number
  readonly step?: readonly [name: string, reason?: string]
}

export const demoSections = [
  { name: '灌水闲聊', intro: '吃喝玩乐、生活见闻，轻松聊聊', moderator: 'employee', allowAnonymous: false },
  { name: '建言献策', intro: '对公司的想法和建议，可以匿名，人事每周汇总回复', moderator: 'hr', allowAnonymous: true },
  { name: '跨境实战', intro: '选品、广告、物流、合规，经验和教训都写下来', moderator: 'sales', allowAnonymous: false },
  { name: '二手与拼单', intro: '转让闲置、拼车拼单，交易请当面验货', moderator: 'keeper', allowAnonymous: false },
] as const

export const demoTopics: readonly DemoTopic[] = [
  {
    section: '灌水闲聊',
    by: 'hr',
    title: '新同事报到帖：来这里介绍一下自己',
    content: '<p>欢迎每一位新同事。姓名、岗位、家乡、爱好，再说一件别人不知道的小事吧。</p>',
    ago: 40,
    replies: [
      ['it', '郑凯，信息技术，温州人。会修自行车，谁的车链子掉了可以找我。'],
      ['keeper', '何平，仓库，安庆人。能徒手叠 1.8 米的纸箱不倒。'],
      ['sales', '林晓，北美销售组。养了两只猫，名字叫 FBA 和 FBM。'],
      ['buyer', '陈刚，采购。钓鱼十年，最大的一条 12 斤。'],
    ],
    likes: 7,
    views: 126,
    step: ['stick'],
  },
  {
    section: '灌水闲聊',
    by: 'employee',
    title: '公司附近有什么适合加班后吃的？',
    content: '<p>西门那家拉面九点半就关了，求推荐十点以后还开着的。</p>',
    ago: 3,
    replies: [
      ['sales', '江陵路地铁口的砂锅粥，开到凌晨两点。'],
      ['it', '楼下便利店的关东煮，晚八点以后六折。'],
      ['keeper', '砂锅粥加一，记得要少放胡椒。'],
    ],
    likes: 5,
    views: 64,
    best: 0,
  },
  {
    section: '灌水闲聊',
    by: 'keeper',
    title: '义乌仓库后院的橘子熟了，周五自己来摘',
    content: '<p>两棵树挂满了，不打药。周五下午带个袋子来，每人限两斤，留一些给周末值班的同事。</p>',
    ago: 6,
    replies: [
      ['employee', '求代摘，我用一盒草莓换。'],
      ['hr', '可以拍几张照片吗？想放到公司新闻里。'],
      ['keeper', '照片已发人事，今天又黄了一批。'],
    ],
    likes: 8,
    views: 88,
  },
  {
    section: '灌水闲聊',
    by: 'it',
    title: '周三羽毛球缺两个人，水平不限',
    content: '<p>滨江体育馆 3 号场，19:00 到 21:00，场地费公司出，球自带。</p>',
    ago: 1,
    replies: [
      ['sales', '算我一个，只会接发球。'],
      ['buyer', '我也来，顺便带两筒球。'],
    ],
    likes: 3,
    views: 41,
  },
  {
    section: '灌水闲聊',
    by: 'finance',
    title: '月底关账倒计时三天，求投喂',
    content: '<p>差旅报销还差 11 张发票没交，请大家今天下班前补齐。作为回报，交齐的人可以领一颗大白兔。</p>',
    ago: 2,
    replies: [
      ['sales', '交了，两颗可以吗？'],
      ['finance', '可以，下次记得贴好。'],
    ],
    likes: 9,
    views: 73,
  },
  {
    section: '灌水闲聊',
    by: 'buyer',
    title: '代办信用卡，额度高下卡快',
    content: '<p>朋友在银行做业务，需要的加他联系方式。</p>',
    ago: 9,
    replies: [],
    likes: 0,
    views: 12,
    step: ['hide', '与工作无关的广告，请勿在公告栏发布'],
  },
  {
    section: '建言献策',
    by: 'sales',
    title: '会议能不能规定默认 25 分钟',
    content: '<p>现在会议都约一小时，其实前十分钟等人，后十分钟闲聊。默认 25 分钟，需要更久的写明理由。</p>',
    ago: 12,
    replies: [
      ['hr', '已经和行政商量，下月起会议室系统默认 30 分钟，先试一个季度。'],
      ['it', '系统改好了，预订时可以选 15、30、60 分钟。'],
      ['finance', '支持，月底尤其需要。'],
    ],
    likes: 12,
    views: 154,
    best: 0,
  },
  {
    section: '建言献策',
    by: 'keeper',
    title: '打包台的灯太暗，扫码枪经常扫不上',
    content: '<p>三号、四号打包台上面的灯管坏了一根，傍晚以后条码要凑得很近才能扫上，建议换成 LED 平板灯。</p>',
    ago: 20,
    isAnonymous: true,
    replies: [
      ['hr', '已报修，灯具周四到货。'],
      ['employee', '五号台也一样，麻烦一起换。'],
    ],
    likes: 6,
    views: 70,
  },
  {
    section: '建言献策',
    by: 'employee',
    title: '希望年度体检增加颈椎项目',
    content: '<p>每天坐八小时以上，身边三位同事颈椎都不舒服。体检套餐里可以自选一项吗？</p>',
    ago: 15,
    isAnonymous: true,
    replies: [['hr', '明年套餐会改为基础加两项自选，颈椎和视力都在里面。']],
    likes: 15,
    views: 132,
    best: 0,
  },
  {
    section: '建言献策',
    by: 'buyer',
    title: '供应商来访能不能固定在周二和周四',
    content: '<p>现在天天有人来，样品间总是被占。集中两天，采购和品控也好安排。</p>',
    ago: 8,
    replies: [['boss', '同意，从下个月开始，前台统一登记预约。']],
    likes: 7,
    views: 95,
    best: 0,
  },
  {
    section: '建言献策',
    by: 'it',
    title: '打印机密码每月换一次，太折腾了',
    content: '<p>改成刷工牌打印吧，不用记密码，也能少打很多废纸。</p>',
    ago: 28,
    replies: [['finance', '刷工牌还能按部门统计纸张，赞成。']],
    likes: 4,
    views: 66,
    step: ['close', '工牌打印已在九月上线，问题已解决'],
  },
  {
    section: '跨境实战',
    by: 'sales',
    title: '黑五复盘：哪些活动值得明年继续做',
    content:
      '<p>今年美国站秒杀加优惠券叠加，转化最高的是保温杯三件套。教训有两条：</p><ol><li>库存要提前六周到仓；</li><li>广告预算在当地早上六点前要补满。</li></ol>',
    ago: 5,
    replies: [
      ['buyer', '备货提前六周的话，十月初就要下单，供应商那边我先锁产能。'],
      ['finance', '优惠券的成本单独列出来了，在利润表里看得到。'],
      ['keeper', '入仓高峰是十月第三周，明年提前找临时工。'],
    ],
    likes: 11,
    views: 168,
    best: 0,
    step: ['stick'],
  },
  {
    section: '跨境实战',
    by: 'buyer',
    title: '德国包装法注册的三个坑',
    content: '<p>一是品牌名要和注册号完全一致；二是每季度都要申报实际重量；三是赠品的包装也算在内。</p>',
    ago: 18,
    replies: [
      ['sales', '第三条踩过，补报花了两周。'],
      ['finance', '申报费记到“合规费用”，别混进物流。'],
    ],
    likes: 8,
    views: 117,
  },
  {
    section: '跨境实战',
    by: 'keeper',
    title: '怎样让入库预约一次通过',
    content: '<p>箱唛贴在长边右下角、托盘高度不超过 1.8 米、预约时间留 30 分钟余量。照着做，上个月 14 票全部一次通过。</p>',
    ago: 11,
    replies: [['buyer', '已转给三家货代，让他们照着贴。']],
    likes: 10,
    views: 104,
  },
  {
    section: '跨境实战',
    by: 'finance',
    title: '汇率波动大，报价有效期写多久合适？',
    content: '<p>最近一周日元波动接近百分之三。建议给客户的报价有效期写 7 天，超过重新报。</p>',
    ago: 4,
    replies: [
      ['sales', '北美写 14 天，日本写 7 天，可以吗？'],
      ['finance', '可以，超过 5 万的单子先问财务锁汇。'],
    ],
    likes: 6,
    views: 81,
    best: 1,
  },
  {
    section: '跨境实战',
    by: 'employee',
    title: '买家说杯子漏水，怎么回复最好',
    content: '<p>客户发了视频，其实是密封圈装反了。求一段既礼貌又讲清楚的英文模板。</p>',
    ago: 7,
    replies: [
      ['sales', '先道歉，再附一张密封圈方向的图，最后主动寄一个新密封圈，差评率能降一半。'],
      ['it', '图我可以做成链接放在说明书二维码里。'],
    ],
    likes: 9,
    views: 99,
    best: 0,
  },
  {
    section: '二手与拼单',
    by: 'sales',
    title: '转让婴儿推车，九成新，自提',
    content: '<p>孩子大了用不上，原价 1,299，现 300。在三楼茶水间旁边，可以先来看。</p>',
    ago: 10,
    replies: [
      ['it', '要了，明天中午来拿。'],
      ['sales', '好的，已留。'],
    ],
    likes: 2,
    views: 58,
    step: ['close', '已转让，楼主申请关闭'],
  },
  {
    section: '二手与拼单',
    by: 'employee',
    title: '拼单买咖啡豆，满五包打七折',
    content: '<p>云南小粒，中度烘焙，一包 454 克。已有三包，还差两包，周五截止。</p>',
    ago: 2,
    replies: [
      ['hr', '加一包，要磨好的。'],
      ['finance', '我也要一包，凑齐了。'],
    ],
    likes: 4,
    views: 47,
  },
  {
    section: '二手与拼单',
    by: 'it',
    title: '两台旧显示器，24 寸，免费送',
    content: '<p>升级双屏换下来的，成色一般但能用，先到先得，请自备电源线。</p>',
    ago: 14,
    replies: [
      ['keeper', '要一台放在打包区查订单。'],
      ['buyer', '另一台我要，给孩子上网课。'],
    ],
    likes: 6,
    views: 62,
  },
  {
    section: '二手与拼单',
    by: 'keeper',
    title: '滨江到义乌周末拼车，周五晚走周日晚回',
    content: '<p>还有两个座位，油费过路费平摊，大概每人 60。可以带一件行李。</p>',
    ago: 1,
    replies: [['buyer', '占一个座，带一根鱼竿可以吗？']],
    likes: 3,
    views: 35,
  },
]
