/**
 * Design tokens and accessible components. Import `@parley/ui/theme.css` once, before any component; it
 * contains the tokens, the fonts and Tailwind.
 *
 * Components contain no text: all labels are props.
 */

export { BarChart, type BarChartColumn } from './charts/bar-chart.tsx'
export { Button, type ButtonProps } from './controls/button.tsx'
export { buttonStyles } from './controls/button-styles.ts'
export { CallButton } from './controls/call-button.tsx'
export { DialKey, dialKeys } from './controls/dial-key.tsx'
export { Icon, type IconType } from './controls/icon.tsx'
export { IconButton, type IconButtonProps } from './controls/icon-button.tsx'
export { ButtonLink, type ButtonLinkProps, Link } from './controls/link.tsx'
export { PanelControl } from './controls/panel-control.tsx'
export { FilterPills, type TabOption, Tabs } from './controls/tabs.tsx'
export { Avatar, getInitials, getVoice, type Voice, voiceClass } from './display/avatar.tsx'
export { Badge } from './display/badge.tsx'
export { Callout, type CalloutTone } from './display/callout.tsx'
export { Card } from './display/card.tsx'
export { EmptyState } from './display/empty-state.tsx'
export { Kbd } from './display/kbd.tsx'
export { LevelMeter } from './display/level-meter.tsx'
export { List, ListRow } from './display/list.tsx'
export { Logo } from './display/logo.tsx'
export { Progress } from './display/progress.tsx'
export { type Quality, QualityBars } from './display/quality-bars.tsx'
export { Skeleton } from './display/skeleton.tsx'
export { Spinner } from './display/spinner.tsx'
export { Table, type TableColumn } from './display/table.tsx'
export { formatDuration, formatPosition, formatRinging } from './format/durations.ts'
export { formatBytes, formatCount, formatCountry, formatMoney, formatNames } from './format/numbers.ts'
export {
  formatAgo,
  formatDate,
  formatDay,
  formatFullTime,
  formatTime,
  formatTimeOrDay,
  type TimeContext,
} from './format/times.ts'
export { Checkbox } from './forms/checkbox.tsx'
export { Field } from './forms/field.tsx'
export { useFieldControl } from './forms/field-context.ts'
export { Input, SearchInput, TextArea } from './forms/input.tsx'
export { NewSecret } from './forms/new-secret.tsx'
export { PasswordField } from './forms/password-field.tsx'
export { PhoneNumberField } from './forms/phone-number-field.tsx'
export { SecretInput } from './forms/secret-input.tsx'
export { Select, type SelectOption } from './forms/select.tsx'
export { Switch } from './forms/switch.tsx'
export { type FormErrors, type UseFormResult, useForm } from './forms/use-form.ts'
export { CommandDialog } from './overlays/command-dialog.tsx'
export type { CommandGroup, CommandRow } from './overlays/command-group.ts'
export { ConfirmDialog, Dialog, DialogFooter } from './overlays/dialog.tsx'
export { Drawer } from './overlays/drawer.tsx'
export { FullScreenAlert } from './overlays/full-screen-alert.tsx'
export { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from './overlays/menu.tsx'
export { focusPage, isFocusLost } from './overlays/return-focus.ts'
export { type ToastMessage, ToastProvider, useToast } from './overlays/toast.tsx'
export { Tooltip } from './overlays/tooltip.tsx'
export { AppShell, Page, RailItem, railLinkStyles } from './shell/app-shell.tsx'
export { AuthCard, AuthLayout, type BrandLogo, OrDivider } from './shell/auth-layout.tsx'
export { SideNav, sideLinkStyles } from './shell/side-nav.tsx'
export { Presence } from './status/presence.tsx'
export { StatusDot } from './status/status-dot.tsx'
export { StatusLine } from './status/status-line.tsx'
export { Theme, useThemeMode } from './theme/theme.tsx'
export { detectThemeMode, type ThemeMode, watchThemeMode } from './theme/theme-mode.ts'
