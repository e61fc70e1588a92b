/** English texts of the home page, keyed by the Chinese source. */
export default {
  调整首页: 'Customise home',
  '显示{title}': 'Show {title}',
  '放大{title}': 'Enlarge {title}',
  固定到首页: 'Pin to home',
  已固定到首页: 'Pinned to home',
  固定: 'Pin',
  卡片名称: 'Name of the card',
  取消固定: 'Unpin',
  '取消固定{title}': 'Unpin {title}',
  '打开{title}': 'Open {title}',
  '{title}走势': 'Trend: {title}',
  这张卡片加载失败: 'This card could not be loaded',
  收藏的页面和常用的页面会出现在这里: 'Favourite pages and those you open most appear here',
  已收藏: 'Favourite',
  '{times} 次': '{times} {times:visit|visits}',
  最近三天没有任务: 'No tasks in the last three days',
} satisfies Readonly<Record<string, string>>
