// The switch between light, dark, and what the system says.

import { dark, theme } from "./settings";
import { Icon } from "./Icon";

export function ThemeButton() {
  const next = dark.value ? "light" : "dark";
  return (
    <button type="button" class="icon" aria-label={`Make the page ${next}`} title={`Make the page ${next}`} onClick={() => (theme.value = next)}>
      <Icon name={dark.value ? "sun" : "moon"} />
    </button>
  );
}
