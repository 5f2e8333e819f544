import './styles/tokens.css';
import './styles/base.css';
import './styles/kit.css';
import './styles/forced-colors.css';
