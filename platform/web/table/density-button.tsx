/** How high the rows stand: dense, or with room. */
import { ColumnHeightOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { t } from '../i18n/t.ts'
import type { ColumnLayout } from './use-column-layout.ts'

export function DensityButton({ layout }: { readonly layout: Pick<ColumnLayout, 'density' | 'setDensity'> }) {
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [layout.density],
        items: [
          { key: 'compact', label: t('紧凑') },
          { key: 'comfortable', label: t('宽松') },
        ],
        onClick: ({ key }) => layout.setDensity(key === 'comfortable' ? 'comfortable' : 'compact'),
      }}
    >
      <Button icon={<ColumnHeightOutlined aria-hidden />} aria-label={t('行高')} title={t('行高')}>
        {t('行高')}
      </Button>
    </Dropdown>
  )
}
