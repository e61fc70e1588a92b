/** Dictionaries every organisation begins with: the codes of the suite that its pages ask for (specification 1, section 9). */
import type { Tx, Db } from '#platform/server/area.ts'

/** code, name, labels in order, all in Chinese and in English; the values are their places, from 1 */
export const dictionarySeed: readonly (readonly [
  code: number,
  name: string,
  labels: readonly string[],
  nameEn: string,
  labelsEn: readonly string[],
])[] = [
  [
    16,
    '岗位类型',
    ['管理岗', '业务岗', '职能岗', '技术岗', '生产岗'],
    'Kinds of positions',
    ['Management', 'Business', 'Functional', 'Technical', 'Production'],
  ],
  [
    68,
    '员工状态',
    ['待入职', '试用', '正式', '离职中', '离职', '停薪留职', '返聘'],
    'States of employees',
    ['To join', 'On probation', 'Regular', 'Leaving', 'Left', 'On unpaid leave', 'Rehired'],
  ],
  [
    69,
    '学历',
    ['初中及以下', '高中', '中专', '大专', '本科', '硕士', '博士'],
    'Education',
    ['Junior secondary or below', 'Senior secondary', 'Technical secondary', 'College diploma', 'Bachelor', 'Master', 'Doctor'],
  ],
  [
    72,
    '政治面貌',
    ['群众', '共青团员', '中共预备党员', '中共党员', '民主党派', '无党派人士'],
    'Political status',
    ['None', 'Youth League member', 'Probationary Party member', 'Party member', 'Democratic party', 'Independent'],
  ],
  [73, '婚姻状况', ['未婚', '已婚', '离异', '丧偶'], 'Marital status', ['Single', 'Married', 'Divorced', 'Widowed']],
  [
    98,
    '民族',
    ['汉族', '回族', '满族', '蒙古族', '壮族', '苗族', '维吾尔族', '藏族', '土家族', '彝族', '朝鲜族', '其他'],
    'Ethnic groups',
    ['Han', 'Hui', 'Manchu', 'Mongol', 'Zhuang', 'Miao', 'Uyghur', 'Tibetan', 'Tujia', 'Yi', 'Korean', 'Other'],
  ],
  [
    99,
    '兴趣爱好',
    ['阅读', '音乐', '运动', '旅行', '摄影', '烹饪', '棋牌', '书画'],
    'Interests',
    ['Reading', 'Music', 'Sports', 'Travel', 'Photography', 'Cooking', 'Board games', 'Calligraphy and painting'],
  ],
  [
    100,
    '外语语种',
    ['英语', '日语', '德语', '法语', '西班牙语', '意大利语', '韩语', '俄语'],
    'Foreign languages',
    ['English', 'Japanese', 'German', 'French', 'Spanish', 'Italian', 'Korean', 'Russian'],
  ],
  [
    101,
    '外语水平',
    ['入门', '一般', '熟练', '精通', '母语'],
    'Command of languages',
    ['Beginner', 'Fair', 'Proficient', 'Excellent', 'Native'],
  ],
  [104, '工装尺码', ['XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL'], 'Garment sizes', ['XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL']],
  [
    105,
    '教育类型',
    ['全日制', '自考', '成人教育', '网络教育', '函授'],
    'Kinds of education',
    ['Full time', 'Self-taught examination', 'Adult education', 'Online', 'Correspondence'],
  ],
  [
    106,
    '家庭关系',
    ['父亲', '母亲', '配偶', '子女', '兄弟姐妹', '其他'],
    'Family relations',
    ['Father', 'Mother', 'Spouse', 'Child', 'Sibling', 'Other'],
  ],
  [
    109,
    '大事记分类',
    ['公司发展', '产品与研发', '荣誉与资质', '团队与活动', '市场与渠道'],
    'Kinds of events',
    ['Company', 'Products and development', 'Honours and certificates', 'Team and activities', 'Markets and channels'],
  ],
  [
    110,
    '新闻分类',
    ['公司新闻', '业务捷报', '行业资讯', '员工风采', '培训与学习'],
    'Kinds of news',
    ['Company', 'Business results', 'Industry', 'People', 'Training and learning'],
  ],
  [
    111,
    '公告分类',
    ['放假通知', '制度发布', '人事任免', '行政通知', '安全提醒'],
    'Kinds of notices',
    ['Holidays', 'Rules', 'Appointments', 'Administration', 'Safety'],
  ],
  [
    112,
    '礼品分类',
    ['生活用品', '数码配件', '食品饮料', '文创纪念', '假期与体验'],
    'Kinds of gifts',
    ['Household', 'Digital accessories', 'Food and drinks', 'Souvenirs', 'Leave and experiences'],
  ],
  [
    113,
    '图书分类',
    ['经营管理', '市场与电商', '产品与技术', '财务与法务', '文学与社科', '生活与健康'],
    'Kinds of books',
    ['Management', 'Marketing and e-commerce', 'Products and technology', 'Finance and law', 'Literature and society', 'Life and health'],
  ],
  [
    114,
    '费用类别',
    ['团建活动', '节日福利', '生日会', '员工关怀', '奖品与礼品', '图书采购'],
    'Kinds of expenses',
    ['Team activities', 'Festival benefits', 'Birthday parties', 'Care for employees', 'Prizes and gifts', 'Books'],
  ],
  [
    120,
    '离职原因',
    ['协商一致', '本人辞职', '试用期不合格', '单位过失被迫解除', '严重违纪', '不能胜任', '经济性裁员', '合同到期', '退休', '其他'],
    'Reasons for leaving',
    [
      'By agreement',
      'Resigned',
      'Failed probation',
      'Employer at fault',
      'Serious breach',
      'Not competent',
      'Redundancy',
      'Contract ended',
      'Retired',
      'Other',
    ],
  ],
  [
    123,
    '文档类别',
    ['规范流程', '模板表单', '说明书', '检测报告', '培训资料', '设计图纸', '其他'],
    'Kinds of documents',
    ['Standards', 'Templates', 'Manuals', 'Test reports', 'Training', 'Drawings', 'Other'],
  ],
  [
    125,
    '测试类别',
    ['性能', '安全', '可靠性', '材料', '包装运输', '电磁兼容'],
    'Kinds of tests',
    ['Performance', 'Safety', 'Reliability', 'Material', 'Packing and transport', 'Electromagnetic'],
  ],
  [
    126,
    '变更原因',
    ['质量改进', '降本', '供应商变更', '法规', '客户反馈', '设计缺陷'],
    'Reasons of changes',
    ['Quality', 'Cost', 'Supplier', 'Regulation', 'Customers', 'Design fault'],
  ],
]

/** Adds what an organisation lacks; what somebody has changed stays. */
export async function seedDictionaries(db: Db | Tx, orgId: string): Promise<void> {
  await db
    .insertInto('dictionary')
    .values(dictionarySeed.map(([code, name, , nameEn]) => ({ org_id: orgId, code, name, name_en: nameEn })))
    .onConflict(conflict => conflict.columns(['org_id', 'code']).doNothing())
    .execute()
  const made = await db.selectFrom('dictionary').select(['id', 'code']).where('org_id', '=', orgId).execute()
  const idOf = new Map(made.map(row => [row.code, row.id]))
  const items = dictionarySeed.flatMap(([code, , labels, , labelsEn]) => {
    const dictionaryId = idOf.get(code)
    return dictionaryId === undefined
      ? []
      : labels.map((label, i) => ({
          org_id: orgId,
          dictionary_id: dictionaryId,
          dictionary_code: code,
          value: String(i + 1),
          label,
          label_en: labelsEn[i] ?? null,
          sort: (i + 1) * 10,
        }))
  })
  await db
    .insertInto('dictionary_item')
    .values(items)
    .onConflict(conflict => conflict.columns(['org_id', 'dictionary_id', 'value']).doNothing())
    .execute()
}
