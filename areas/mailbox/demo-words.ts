/** Letters of the demo company. Plain data: the oldest first. */

export const demoLetters: readonly {
  readonly by: string
  /** how long ago it was written */
  readonly hours: number
  readonly subject: string
  readonly content: string
  readonly kind: 1 | 2 | 3 | 4 | 5
  readonly isAnonymous?: true
  readonly ends?: 'draft' | 'withdrawn' | 'read'
  readonly answer?: { readonly content: string; readonly isDraft?: true; readonly isRead?: true }
}[] = [
  {
    by: 'keeper',
    hours: 620,
    subject: '仓库叉车通道能不能重新划线',
    content:
      '沈总好：\n\n义乌仓库 B 区的黄线磨得看不清了，旺季货位又往外挤，叉车和拣货的同事经常在拐角碰头。上个月有两次急刹，好在没伤人。\n\n建议趁下周盘点停半天，把通道重新划线，拐角加两面凸面镜，花费大概 1,200 元。我周六带人来做，不影响发货。\n\n何平',
    kind: 1,
    answer: {
      content:
        '何平：\n\n安全的事不用等盘点。我已经请行政今天下单凸面镜和划线漆，周六按你的方案做，参加的同事算加班。\n\n另外请你画一张通道平面图发给我，新仓库照这个标准做。谢谢你盯着这件事。\n\n沈云帆',
      isRead: true,
    },
  },
  {
    by: 'employee',
    hours: 500,
    subject: '表扬信息技术部的郑凯',
    content:
      '沈总：\n\n黑五前一天晚上十一点，我这边导出的采购计划怎么都对不上数，急得快哭了。给郑凯发消息，他不到十分钟就上线，一条一条陪我核到凌晨一点，最后发现供应商的表里混进了去年的型号。\n\n第二天他照常九点到岗，谁也没提这件事。我觉得应该让您知道。\n\n王芳',
    kind: 4,
    answer: { content: '谢谢你写信告诉我。周一晨会我会当面感谢郑凯，这个月的“云帆之星”也算上他一票。\n\n沈云帆', isRead: true },
  },
  {
    by: 'sales',
    hours: 410,
    subject: '北美组的样品拍摄排期太紧了',
    content:
      '沈总您好：\n\n现在全公司只有一个摄影棚，北美、欧洲、日本三个组共用，新品平均要等九天。上个月那款折叠收纳箱因为图片晚了一周，错过了站内秒杀的提报。\n\n能不能把五楼小会议室改成第二个简易棚？灯和背景纸三千元可以配齐，产品同事自己就能拍白底图。\n\n林晓',
    kind: 1,
    ends: 'read',
  },
  {
    by: 'it',
    hours: 330,
    subject: '想参加供应链数据分析的培训',
    content:
      '沈总：\n\n最近在做备货预测，深感自己对库存模型懂得不够。浙大有一个为期六周的线上课程，学费 4,800 元，每周两个晚上，不占工作时间。\n\n公司能不能支持一部分费用？学完我愿意给计划组和仓库做两次内部分享。\n\n郑凯',
    kind: 3,
    answer: {
      content: '支持。学费公司全额承担，按培训费报销，请人事登记一下。两次分享就定在结课后的两周内，我也来听。\n\n沈云帆',
      isRead: true,
    },
  },
  {
    by: 'buyer',
    hours: 260,
    subject: '有供应商要给采购员送购物卡',
    content:
      '沈总：\n\n一家做硅胶配件的供应商，上周通过微信给我们组里的同事发了电子购物卡，说是“节日心意”。同事当场退了，但对方又换着法子联系别人。\n\n我不方便署名，怕以后对账被为难。希望公司出面和这家供应商谈一次，也把礼品申报的规则再讲清楚。',
    kind: 5,
    isAnonymous: true,
    answer: {
      content:
        '来信收到，谢谢你说出来。\n\n我已经请供应链和财务一起约谈这家供应商，谈完之前暂停新订单。礼品申报规则本周五重新发公告：任何金额都要登记，拒收的同事公司公开表扬。\n\n你的身份在系统里是加密的，连我也看不到，请放心。还有情况，直接回复就好。\n\n沈云帆',
    },
  },
  {
    by: 'employee',
    hours: 190,
    subject: '连续三周周末加班，能不能安排调休',
    content:
      '旺季大家都理解，但我们组连续三个周末都在加班，有同事孩子发烧也没敢请假。\n\n并不是要抱怨，只是想问：旺季结束之后，这些加班能不能按规定调休，排一个看得见的表出来？心里有数，大家就撑得住。',
    kind: 2,
    isAnonymous: true,
    answer: {
      content: '你说得对，心里有数才撑得住。人事正在统计每个人的加班时长，下周三之前把调休表发到各组，最晚在春节前休完。\n\n沈云帆',
      isRead: true,
    },
  },
  {
    by: 'finance',
    hours: 150,
    subject: '出差报销的发票要求能否统一',
    content:
      '沈总：\n\n各部门对电子发票要不要打印、行程单要不要签字说法不一，我们每个月退回的单子有三成是因为这个。附上我整理的一页说明，如果您同意，就作为正式口径发给大家。\n\n周敏',
    kind: 1,
    answer: { content: '一页纸讲清楚，很好。口径同意，电子发票一律不再打印，', isDraft: true },
  },
  {
    by: 'sales',
    hours: 96,
    subject: '食堂的素菜可以多一点吗',
    content:
      '沈总您好，办公区的工作餐四个菜里经常三个是荤的，好几位同事在控制饮食。每天能不能固定有两道素菜？哪怕是清炒时蔬也好。谢谢！\n\n林晓',
    kind: 1,
  },
  {
    by: 'it',
    hours: 52,
    subject: '年会能不能加一个亲子环节',
    content:
      '去年年会好几位同事带了孩子来，小朋友在后排玩手机玩了三个小时。今年可不可以留半小时做个亲子游戏？我和两位同事愿意来筹备。\n\n郑凯',
    kind: 1,
    ends: 'withdrawn',
  },
  {
    by: 'hr',
    hours: 30,
    subject: '新员工入职第一天没有工位',
    content:
      '不署名是因为不想让具体负责的同事难堪。上周入职的两位新人，第一天上午在会议室坐了四个小时，电脑下午三点才到。\n\n第一印象很重要，建议入职前一天由部门、行政、信息技术三方在系统里各勾一次“已就绪”。',
    kind: 2,
    isAnonymous: true,
  },
  {
    by: 'keeper',
    hours: 9,
    subject: '谢谢公司给仓库装的新空调',
    content:
      '沈总：\n\n新空调昨天开了，拣货区中午终于不到三十度了。兄弟们让我代表大家说一声谢谢，今天下午的发货提前四十分钟就清完了。\n\n何平',
    kind: 4,
  },
  {
    by: 'employee',
    hours: 2,
    subject: '关于采购到货通知的一点想法',
    content: '供应商发货之后，我们要到货到仓库门口才知道。能不能让供应商在发货当天',
    kind: 1,
    ends: 'draft',
  },
]
