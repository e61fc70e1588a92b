/** 套用模板: everything as a template has it; what would change is shown first. */
import { DownOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import type { PresetFace } from '../answers.ts'

export const usePresets = (): readonly PresetFace[] => {
  const { data } = useQuery({
    queryKey: ['office', 'presets'],
    queryFn: ({ signal }) => api.get<readonly PresetFace[]>('/roleManagement/presets', undefined, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  })
  return data ?? []
}

export function PresetButton({ onChoose }: { onChoose: (preset: PresetFace) => void }) {
  const presets = usePresets()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: presets.map(one => ({ key: one.presetId, label: one.title })),
        onClick: ({ key }) => {
          const chosen = presets.find(one => one.presetId === key)
          if (chosen !== undefined) onChoose(chosen)
        },
      }}
    >
      <Button icon={<DownOutlined aria-hidden />} iconPlacement="end" disabled={presets.length === 0}>
        {t('套用模板')}
      </Button>
    </Dropdown>
  )
}
