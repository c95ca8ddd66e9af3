package family.heartwood.app;

import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {}
