/** English texts of the message centre, keyed by the Chinese source. */
export default {
  消息通知: 'Messages',
  '消息通知，{count} 条未读': 'Messages, {count} unread',
  '{count} 条未读消息': '{count} unread messages',
  全部已读: 'Mark all read',
  '未读 {count}': 'Unread {count}',
  未读: 'Unread',
  全部种类: 'All kinds',
  种类: 'Kind',
  任务: 'Tasks',
  共享: 'Sharing',
  权限: 'Rights',
  系统: 'System',
  业务: 'Business',
  标为未读: 'Mark unread',
  标为已读: 'Mark read',
  没有未读消息: 'No unread messages',
  '导入和导出的结果、别人的共享、权限的变化会通知到这里':
    'What became of imports and exports, what others share and changes of your rights are told here',
} satisfies Readonly<Record<string, string>>
