/** What the keyboard does, by where it does it. */
import { Modal } from 'antd'
import { t } from '../../i18n/t.ts'
import './shortcuts.css'

type Shortcut = readonly [keys: readonly string[], does: string]

const everywhere = (): readonly Shortcut[] => [
  [['F1'], t('打开本页的帮助')],
  [['Ctrl', 'K'], t('搜索页面和记录')],
  [['Ctrl', 'Z'], t('撤销本页刚做的修改')],
  [['Alt', '1…8'], t('到本主题的第几个标签；Alt 0 打开设置')],
  [['?'], t('查看快捷键')],
  [['Esc'], t('关闭最上面的一层')],
  [['←', '→'], t('在标签页之间移动（标签栏中）')],
]
const lists = (): readonly Shortcut[] => [
  [['/'], t('到查询框')],
  [['↑', '↓', '←', '→'], t('在表格中移动；按住 Shift 选中一片')],
  [['Enter'], t('打开这一行，或编辑这一格')],
  [['F2'], t('编辑这一格；在表头上为合适的列宽')],
  [['Space'], t('勾选所选的行')],
  [['Ctrl', 'C'], t('复制所选的格子，可粘贴到 Excel')],
]
const records = (): readonly Shortcut[] => [
  [['J'], t('下一条')],
  [['K'], t('上一条')],
  [['Ctrl', 'Enter'], t('确认对话框，发表评论')],
]

function Keys({ title, of }: { readonly title: string; readonly of: readonly Shortcut[] }) {
  return (
    <section className="zg-key-list">
      <h2>{title}</h2>
      <dl>
        {of.map(([keys, does]) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd>
              {keys.map(one => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export default function ShortcutsModal({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Modal open={open} title={t('快捷键')} width={520} footer={null} destroyOnHidden onCancel={onClose}>
      <Keys title={t('所有页面')} of={everywhere()} />
      <Keys title={t('列表')} of={lists()} />
      <Keys title={t('记录和表单')} of={records()} />
    </Modal>
  )
}
